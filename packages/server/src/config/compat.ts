import { choiceSetting, type Setting, type Settings, textSetting } from './kinds.js';

/** APIs of other services that this one can answer as, under `/compat/<name>/`. */
const dialectNames = ['serpapi', 'serper', 'searxng', 'tavily', 'openwebui'] as const;

export type DialectName = (typeof dialectNames)[number];

/** Which dialects are served, and how their clients reach them. */
export interface CompatConfig {
  compat: readonly DialectName[];
  /** By dialect: the key for requests without one. */
  compatKeys: ReadonlyMap<DialectName, string>;
  /** By host name: the dialect of requests to that host. */
  compatHosts: ReadonlyMap<string, DialectName>;
  publicUrl: string;
}

const names = dialectNames.join(', ');

const compat: Setting<readonly DialectName[]> = {
  name: 'SVC_COMPAT',
  fallback: '',
  description: `Comma-separated APIs of other services to offer under \`/compat/<name>/\`: ${names}.`,
  must: `a comma-separated list of ${names}`,
  read(text) {
    const listed = listIn(text);
    return listed.every(isDialect) ? listed : undefined;
  },
};

const compatKeys: Setting<ReadonlyMap<DialectName, string>> = {
  name: 'SVC_COMPAT_KEYS',
  fallback: '',
  description:
    'Comma-separated `<dialect>=<key>`: the key used for requests of a dialect that have none. Anyone who can reach the service can then search.',
  must: 'a comma-separated list of <dialect>=<key>',
  secret: true,
  read: (text) => mapIn(text, (name, key) => (isDialect(name) ? [name, key] : undefined)),
};

const compatHosts: Setting<ReadonlyMap<string, DialectName>> = {
  name: 'SVC_COMPAT_HOSTS',
  fallback: '',
  description:
    'Comma-separated `<host>=<dialect>`, such as `serpapi.com=serpapi`: requests with this `Host` use that dialect without the path prefix, for clients whose base URL cannot be changed.',
  must: 'a comma-separated list of <host>=<dialect>',
  read: (text) => mapIn(text, (host, name) => (isDialect(name) ? [host.toLowerCase(), name] : undefined)),
};

export const compatSettings: Settings<CompatConfig> = {
  compat,
  compatKeys,
  compatHosts,
  publicUrl: textSetting({
    name: 'SVC_PUBLIC_URL',
    fallback: '',
    description:
      'Public address of the service, such as `https://search.example.com`, for links in answers of dialects, and as the host of requests to `/mcp` from a reverse proxy on this machine. Default: the address of the request.',
  }),
};

function isDialect(name: string): name is DialectName {
  return dialectNames.some((known) => known === name);
}

function listIn(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}

function mapIn<Key, Value>(
  text: string,
  entryOf: (left: string, right: string) => [Key, Value] | undefined,
): ReadonlyMap<Key, Value> | undefined {
  const entries = listIn(text).map((entry) => {
    const at = entry.indexOf('=');
    return at > 0 && at < entry.length - 1 ? entryOf(entry.slice(0, at), entry.slice(at + 1)) : undefined;
  });
  return entries.includes(undefined) ? undefined : new Map(entries.filter((entry) => entry !== undefined));
}

/** Which agents may call, and with which tools. */
export interface AgentsConfig {
  mcpOrigins: string;
  mcpTools: 'search' | 'all';
}

export const agentSettings: Settings<AgentsConfig> = {
  mcpOrigins: textSetting({
    name: 'SVC_MCP_ORIGINS',
    fallback: '',
    description:
      'Comma-separated origins of web pages that may call `/mcp`, such as `https://agent.example.com`; pages from this machine always may.',
  }),
  mcpTools: choiceSetting(
    {
      name: 'SVC_MCP_TOOLS',
      fallback: 'search',
      description:
        'Tools for agents: `search`, one tool for all engines, or `all`, which adds one tool per operation and one that reads a page.',
    },
    ['search', 'all'],
  ),
};
