import { keyVariable, type Language, type Search } from './snippet.js';

/** The search as an MCP tool call. */
export const mcp: Language = {
  id: 'mcp',
  name: 'MCP',
  needs: (search) =>
    callOf(search).name === commonTool
      ? 'First the configuration of your MCP client, then the call that it sends. Tools return compact results.'
      : 'The tool “search” does not have these parameters. Start the service with SVC_MCP_TOOLS=all.',
  write: (search) => {
    const { base, key } = search;
    const settings = {
      mcpServers: { svc: { type: 'http', url: `${base}mcp`, headers: { 'x-api-key': key ?? `\${${keyVariable}}` } } },
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
function callOf({ operation, engineName, body }: Pick<Search, 'operation' | 'engineName' | 'body'>): ToolCall {
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
