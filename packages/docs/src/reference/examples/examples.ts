import { fence, json, tabs } from '../markdown.js';
import type { Endpoint } from '../spec.js';
import { type Body, type Call, callOf, origin } from './call.js';
import { oneLine } from './one-line.js';

/** The same request as curl, TypeScript and Python, and for a search of one engine as the call of its MCP tool. */
export function requestExamples(endpoint: Endpoint): string {
  const call = callOf(endpoint);
  const { search, body } = call;
  const isTool = search !== undefined && endpoint.path !== '/api/v1/search/all' && body !== undefined && 'json' in body;
  return tabs([
    fence('sh', curl(call), 'curl'),
    fence('ts', typescript(call), 'TypeScript'),
    fence('python', python(call), 'Python'),
    ...(isTool
      ? [fence('json', json({ name: search?.replaceAll('.', '_'), arguments: body.json }), 'MCP, SVC_MCP_TOOLS=all')]
      : []),
  ]);
}

function curl({ method, address, headers, body }: Call): string {
  const first = `curl -s ${method === 'DELETE' ? '-X DELETE ' : ''}${address.includes('?') ? `'${address}'` : address} \\`;
  const others = Object.entries(headers).map(([name, value]) => ` -H '${name}: ${value}'`);
  const key = `  -H "x-api-key: $SVC_KEY"${others.join('')}`;
  if (!body) return `${first}\n${key}`;
  const data =
    'file' in body ? `--data-binary @${body.file}` : `-d '${JSON.stringify(body.json).replaceAll("'", "'\\''")}'`;
  return `${first}\n${key} -H 'content-type: ${body.type}' \\\n  ${data}`;
}

/** With nothing but the standard library. */
function python({ method, address, headers, body }: Call): string {
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

/** By the client where it has the search by name, else by `fetch`. */
function typescript(call: Call): string {
  const { search, body } = call;
  return search && body && 'json' in body ? byClient(search, body.json) : byFetch(call);
}

function byClient(search: string, json: object): string {
  return `import { createClient } from '@svc/client';

const svc = createClient({ baseUrl: '${origin}', apiKey: process.env.SVC_KEY! });
const answer = await ${search === 'search.all' ? 'svc.searchAll(' : `svc.search('${search}', `}${typescriptLiteral(json)});
console.log(answer);`;
}

function byFetch({ method, address, headers, body }: Call): string {
  const sent = Object.entries({ ...headers, ...(body && { 'content-type': body.type }) });
  const others = sent.map(([name, value]) => `, ${/^\w+$/.test(name) ? name : `'${name}'`}: '${value}'`).join('');
  const lines = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    `  headers: { 'x-api-key': process.env.SVC_KEY!${others} },`,
    ...(body
      ? [
          `  body: ${'file' in body ? `await readFile('${body.file}')` : `JSON.stringify(${typescriptLiteral(body.json)})`},`,
        ]
      : []),
  ];
  const imports = body && 'file' in body ? `import { readFile } from 'node:fs/promises';\n\n` : '';
  return `${imports}const response = await fetch('${address}', {
${lines.join('\n')}
});
if (!response.ok) throw new Error(await response.text());
console.log(await response.text());`;
}

function typescriptLiteral(json: object): string {
  return oneLine(json).replace(/"(\w+)": /g, '$1: ');
}
