import { codeFence, formatJson, tabbedBlocks } from './fields.js';
import { type Endpoint, mediaTypeExample } from './spec.js';

/** A request, as input for every language. */
interface Call {
  method: string;
  /** The complete URL, including the query string. */
  address: string;
  /** Headers in addition to the key and the content type. */
  headers: Readonly<Record<string, string>>;
  /** Name of the operation, if it is a search that the client and MCP support by name. */
  search?: string;
  body?: Body;
}

type Body =
  /** JSON, or JSON lines. */
  | { type: string; json: Record<string, unknown> }
  /** The contents of a file. */
  | { type: string; file: string };

/** The default URL of the service. */
const origin = 'http://127.0.0.1:8080';

/** The example request in the API description. */
function callOf({ method, path, operation }: Endpoint): Call {
  const body = bodyOf(operation);
  const isSearch = operation.tags?.includes('Search') ?? false;
  return {
    method: method.toUpperCase(),
    // Streamable HTTP requires both content types.
    headers: path === '/mcp' ? { accept: 'application/json, text/event-stream' } : {},
    address: `${origin}${path}${queryOf(operation, { hasBody: body !== undefined })}`,
    ...(isSearch && { search: operation.operationId }),
    ...(body && { body }),
  };
}

function bodyOf({ requestBody }: Endpoint['operation']): Body | undefined {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (type === undefined || media === undefined) return undefined;
  const json = mediaTypeExample(media);
  return typeof json === 'object' && json !== null
    ? { type, json: json as Record<string, unknown> }
    : { type, file: 'page.html' };
}

/** The first parameter with an example; a request with a body needs none. */
function queryOf({ parameters = [] }: Endpoint['operation'], { hasBody }: { hasBody: boolean }): string {
  const shown = parameters.find(({ in: place, schema }) => place === 'query' && schema.examples !== undefined);
  if (hasBody || shown === undefined) return '';
  return `?${new URLSearchParams([[shown.name, String(shown.schema.examples?.[0])]])}`;
}

/** The request in curl, TypeScript and Python, and for a search of one engine as an MCP tool call. */
export function requestExamples(endpoint: Endpoint): string {
  const call = callOf(endpoint);
  const { search, body } = call;
  const isTool = search !== undefined && endpoint.path !== '/api/v1/search/all' && body !== undefined && 'json' in body;
  return tabbedBlocks([
    codeFence('sh', curl(call), 'curl'),
    codeFence('ts', typescript(call), 'TypeScript'),
    codeFence('python', python(call), 'Python'),
    ...(isTool
      ? [
          codeFence(
            'json',
            formatJson({ name: search?.replaceAll('.', '_'), arguments: body.json }),
            'MCP, SVC_MCP_TOOLS=all',
          ),
        ]
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

/** Uses only the standard library. */
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

/** Uses the client if it has a method for the search, otherwise `fetch`. */
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

/** JSON on one line, with spaces. */
function oneLine(json: object): string {
  return JSON.stringify(json, null, 1).replace(/\n\s*/g, ' ');
}
