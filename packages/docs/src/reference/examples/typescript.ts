import type { Call } from './call.js';
import { origin } from './call.js';
import { oneLine } from './one-line.js';

/** By the client where it has the search by name, else by `fetch`. */
export function typescript(call: Call): string {
  const { search, body } = call;
  return search && body && 'json' in body ? byClient(search, body.json) : byFetch(call);
}

function byClient(search: string, json: object): string {
  return `import { createClient } from '@svc/client';

const svc = createClient({ baseUrl: '${origin}', apiKey: process.env.SVC_KEY! });
const answer = await ${search === 'search.all' ? 'svc.searchAll(' : `svc.search('${search}', `}${literal(json)});
console.log(answer);`;
}

function byFetch({ method, address, headers, body }: Call): string {
  const sent = Object.entries({ ...headers, ...(body && { 'content-type': body.type }) });
  const others = sent.map(([name, value]) => `, ${/^\w+$/.test(name) ? name : `'${name}'`}: '${value}'`).join('');
  const lines = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    `  headers: { 'x-api-key': process.env.SVC_KEY!${others} },`,
    ...(body
      ? [`  body: ${'file' in body ? `await readFile('${body.file}')` : `JSON.stringify(${literal(body.json)})`},`]
      : []),
  ];
  const imports = body && 'file' in body ? `import { readFile } from 'node:fs/promises';\n\n` : '';
  return `${imports}const response = await fetch('${address}', {
${lines.join('\n')}
});
if (!response.ok) throw new Error(await response.text());
console.log(await response.text());`;
}

function literal(json: object): string {
  return oneLine(json).replace(/"(\w+)": /g, '$1: ');
}
