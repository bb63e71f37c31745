import { apiKeyVariable, type SnippetLanguage, type SnippetRequest } from './snippet.js';

/** The search as an MCP tool call. */
export const mcpSnippets: SnippetLanguage = {
  id: 'mcp',
  name: 'MCP',
  needs: (search) =>
    callOf(search).name === commonTool
      ? 'First the configuration of your MCP client, then the call that it sends. Tools return compact results.'
      : 'The tool “search” does not have these parameters. Start the service with SVC_MCP_TOOLS=all.',
  write: (search) => {
    const { base, key } = search;
    const settings = {
      mcpServers: {
        svc: { type: 'http', url: `${base}mcp`, headers: { 'x-api-key': key ?? `\${${apiKeyVariable}}` } },
      },
    };
    const call = { method: 'tools/call', params: callOf(search) };
    return `${JSON.stringify(settings, null, 2)}\n\n${JSON.stringify(call, null, 2)}`;
  },
};

/** The tool for all engines, which every service has. */
const commonTool = 'search';

const kinds: Readonly<Record<string, string>> = { search: 'web', news: 'news', videos: 'videos' };
const ages: Readonly<Record<string, string>> = {
  ...{ 'qdr:d': 'day', 'qdr:w': 'week', 'qdr:m': 'month', 'qdr:y': 'year' },
  ...{ day: 'day', week: 'week', month: 'month', year: 'year' },
};

interface ToolCall {
  name: string;
  arguments: Record<string, unknown>;
}

/** The common tool if it supports the whole search, otherwise the tool of the operation, with the whole response. */
function callOf({ operation, engineName, body }: Pick<SnippetRequest, 'operation' | 'engineName' | 'body'>): ToolCall {
  const [, kind = ''] = operation.split('.');
  const given = Object.entries(body).map(([name, value]) => commonArgument(name, value));
  const said = given.flatMap((one) => (one === undefined ? [] : [one]));
  const isSaid = kinds[kind] !== undefined && engineName !== undefined && said.length === given.length;
  if (!isSaid) return { name: operation.replaceAll('.', '_'), arguments: { ...body, full: true } };
  return {
    name: commonTool,
    arguments: {
      ...Object.fromEntries(said),
      engine: engineName?.toLowerCase(),
      ...(kinds[kind] !== 'web' && { kind: kinds[kind] }),
    },
  };
}

/** A parameter in the form of the common tool; undefined if it has none. */
function commonArgument(name: string, value: unknown): [name: string, value: unknown] | undefined {
  if (name === 'query' || name === 'location') return [name, value];
  if (name === 'page') return [name, Math.max(1, Number(value))];
  const age = name === 'tbs' || name === 'freshness' ? ages[String(value)] : undefined;
  return age === undefined ? undefined : ['time', age];
}

/** The search as a POSIX shell command. */
export const curlSnippets: SnippetLanguage = {
  id: 'curl',
  name: 'curl',
  needs: () => 'Any POSIX shell.',
  write: ({ url, body, key }) =>
    [
      `curl -sS ${quoteForShell(url)}`,
      `  -H ${key === undefined ? `"x-api-key: $${apiKeyVariable}"` : quoteForShell(`x-api-key: ${key}`)}`,
      `  -H 'content-type: application/json'`,
      `  -d ${quoteForShell(JSON.stringify(body))}`,
    ].join(' \\\n'),
};

/** Quotes any text as one argument of a POSIX shell. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The search in TypeScript, with the client of the service. */
const typescript: SnippetLanguage = {
  id: 'typescript',
  name: 'TypeScript',
  needs: () => 'npm install @svc/client; Node.js 20.19 or later, Deno, Bun or a browser.',
  write: ({ operation, base, body, include, key }) => `import { createClient } from '@svc/client';

const svc = createClient({
  baseUrl: ${stringLiteral(base)},
  apiKey: ${key === undefined ? `process.env.${apiKeyVariable} ?? ''` : stringLiteral(key)},
});
const answer = await svc.search(
  ${stringLiteral(operation)},
  ${indented(JSON.stringify(body, null, 2), 2)},${include.length > 0 ? `\n  { include: [${include.map(stringLiteral).join(', ')}] },` : ''}
);
console.log(JSON.stringify(answer, null, 2));`,
};

function stringLiteral(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function indented(text: string, spaces: number): string {
  return text.replaceAll('\n', `\n${' '.repeat(spaces)}`);
}

/** The search in Python, with its standard library. */
const python: SnippetLanguage = {
  id: 'python',
  name: 'Python',
  needs: () => 'Python 3.8 or later; nothing to install.',
  write: ({ url, body, key }) => `import json
${key === undefined ? 'import os\n' : ''}import urllib.error
import urllib.request

request = urllib.request.Request(
    ${JSON.stringify(url)},
    data=json.dumps(${dictionary(body, 4)}).encode(),
    headers={
        "x-api-key": ${key === undefined ? `os.environ["${apiKeyVariable}"]` : JSON.stringify(key)},
        "content-type": "application/json",
    },
)
try:
    with urllib.request.urlopen(request) as response:
        answer = json.load(response)
except urllib.error.HTTPError as error:
    problem = json.load(error)
    raise SystemExit(f"{problem['code']}: {problem['detail']}")

print(json.dumps(answer, ensure_ascii=False, indent=2))`,
};

/** A dictionary of plain values. JSON strings are Python strings, but for characters that JSON writes as pairs. */
function dictionary(body: Readonly<Record<string, unknown>>, indent: number): string {
  const space = ' '.repeat(indent + 4);
  const lines = Object.entries(body).map(([name, value]) => `${space}${JSON.stringify(name)}: ${pythonValue(value)},`);
  return `{\n${lines.join('\n')}\n${' '.repeat(indent)}}`;
}

function pythonValue(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
}

/** The search by the command line of this service. */
const commandLine: SnippetLanguage = {
  id: 'svc',
  name: 'svc',
  needs: () => 'npm install @svc/server, and any POSIX shell.',
  write({ operation, base, body, include, key }) {
    const { query = '', ...parameters } = body;
    const flags = Object.entries(parameters).map(([name, value]) => `--${name} ${quoteForShell(String(value))}`);
    const extras = include.length === 0 ? [] : [`--include ${include.join(',')}`];
    const own = key === undefined ? `"$${apiKeyVariable}"` : quoteForShell(key);
    const call = `npx svc search ${operation} --json`;
    return [
      call,
      `--url ${quoteForShell(base)}`,
      `--key ${own}`,
      ...flags,
      ...extras,
      `-- ${quoteForShell(String(query))}`,
    ].join(' \\\n  ');
  },
};

/** The ways to make a search elsewhere, in the order in which they are offered. */
export const snippetLanguages: readonly SnippetLanguage[] = [
  curlSnippets,
  typescript,
  python,
  mcpSnippets,
  commandLine,
];
