import { choiceSetting, type Setting, type Settings, textSetting } from './kinds.js';

/** APIs of other services whose clients may call this one, below `/compat/<name>/`. */
const dialectNames = ['serpapi', 'serper', 'searxng', 'tavily', 'openwebui'] as const;

export type DialectName = (typeof dialectNames)[number];

/** Which dialects are served, and how their clients reach them. */
export interface CompatConfig {
  compat: readonly DialectName[];
  /** By dialect: the key of requests that carry none. */
  compatKeys: ReadonlyMap<DialectName, string>;
  /** By host name: the dialect of requests to it. */
  compatHosts: ReadonlyMap<string, DialectName>;
  publicUrl: string;
}

const names = dialectNames.join(', ');

const compat: Setting<readonly DialectName[]> = {
  name: 'SVC_COMPAT',
  fallback: '',
  description: `Comma-separated APIs of other services to answer as, below \`/compat/<name>/\`: ${names}.`,
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
    'Comma-separated `<dialect>=<key>`: the key under which requests of a dialect are answered that carry none. Whoever reaches the service may then search.',
  must: 'a comma-separated list of <dialect>=<key>',
  secret: true,
  read: (text) => mapIn(text, (name, key) => (isDialect(name) ? [name, key] : undefined)),
};

const compatHosts: Setting<ReadonlyMap<string, DialectName>> = {
  name: 'SVC_COMPAT_HOSTS',
  fallback: '',
  description:
    'Comma-separated `<host>=<dialect>`: requests with this `Host` are of that dialect without the prefix, for clients whose address cannot be set, such as `serpapi.com=serpapi`.',
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
      'Address under which callers reach the service, such as `https://search.example.com`, for links in answers of dialects; that of the request when not set.',
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

/** Who may call as an agent. */
export interface AgentsConfig {
  mcpOrigins: string;
  mcpTools: 'search' | 'all';
}

export const agents: Settings<AgentsConfig> = {
  mcpOrigins: textSetting({
    name: 'SVC_MCP_ORIGINS',
    fallback: '',
    description:
      'Comma-separated origins of web pages that may call `/mcp`, such as `https://agent.example.com`; those of this machine always may.',
  }),
  mcpTools: choiceSetting(
    {
      name: 'SVC_MCP_TOOLS',
      fallback: 'search',
      description:
        'Tools that agents get: `search`, one tool for all engines, or `all`, also one for each search and one that reads a page.',
    },
    ['search', 'all'],
  ),
};
