import type { CommandEntry } from './command.js';

/** The commands of `svc`, as help lists them. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'serve',
    alias: 'start',
    summary: 'Start the service. It is configured by the environment.',
    load: async () => (await import('./serve.js')).serveCommand,
  },
  {
    name: 'keys',
    summary: 'Manage the keys that may call, kept in the file of SVC_KEYS_FILE or the Redis of SVC_REDIS_URL.',
    load: async () => (await import('./keys.js')).keysCommand,
  },
  {
    name: 'locations',
    summary: 'Look places up, and manage the list of them.',
    load: async () => (await import('./locations.js')).locationsCommand,
  },
  {
    name: 'mcp',
    summary: 'Serve an agent over standard input and output (MCP).',
    load: async () => (await import('./mcp.js')).mcpCommand,
  },
];
