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
    name: 'search',
    summary: 'Search and print the results as a table.',
    load: async () => (await import('./search.js')).searchCommand,
  },
  {
    name: 'parse',
    summary: 'Parse saved result pages and print their results; nothing is fetched.',
    load: async () => (await import('./parse.js')).parseCommand,
  },
  {
    name: 'batch',
    summary: 'Run the searches of a file and write their answers as lines of JSON.',
    load: async () => (await import('./batch.js')).batchCommand,
  },
  {
    name: 'keys',
    summary: 'Manage API keys, in the file of SVC_KEYS_FILE or the Redis of SVC_REDIS_URL.',
    load: async () => (await import('./keys.js')).keysCommand,
  },
  {
    name: 'locations',
    summary: 'Look up places, and manage the list of places.',
    load: async () => (await import('./locations.js')).locationsCommand,
  },
  {
    name: 'mcp',
    summary: 'Serve an agent over standard input and output (MCP).',
    load: async () => (await import('./mcp.js')).mcpCommand,
  },
  {
    name: 'doctor',
    summary: 'Check that the configuration works, with advice where it does not.',
    load: async () => (await import('./doctor/doctor.js')).doctorCommand,
  },
  {
    name: 'completion',
    summary: 'Print the completion script of a shell.',
    load: async () => (await import('./completion.js')).completionCommand,
  },
];
