import type { Body, Call } from './call.js';
import { oneLine } from './one-line.js';

/** With nothing but the standard library. */
export function python({ method, address, headers, body }: Call): string {
  const sent = Object.entries({ ...headers, ...(body && { 'content-type': body.type }) });
  const others = sent.map(([name, value]) => `, "${name}": "${value}"`).join('');
  return `import json, os, urllib.request

request = urllib.request.Request(
    "${address}",
    method="${method}",
    headers={"x-api-key": os.environ["SVC_KEY"]${others}},${body ? `\n    data=${dataOf(body)},` : ''}
)
with urllib.request.urlopen(request) as response:
    print(response.read().decode())`.replace(body && 'json' in body ? '' : 'json, ', '');
}

function dataOf(body: Body): string {
  return 'file' in body ? `open("${body.file}", "rb").read()` : `json.dumps(${literal(body.json)}).encode()`;
}

function literal(json: object): string {
  return oneLine(json)
    .replace(/\btrue\b/g, 'True')
    .replace(/\bfalse\b/g, 'False')
    .replace(/\bnull\b/g, 'None');
}
