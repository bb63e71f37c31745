import { randomBytes } from 'node:crypto';
import { parseUrl } from '@svc/fetchers';
import { Command } from 'commander';
import { createHttpSender, createInjectSender, type SendApiRequest } from '../api/mcp/ask.js';
import { loadMcpSdk } from '../api/mcp/sdk.js';
import { createMcpServer } from '../api/mcp/server.js';
import { createMcpTools } from '../api/mcp/tools.js';
import { agentSettings } from '../config/compat.js';
import { readConfig } from '../config/config.js';
import { extractSettings } from '../config/extract.js';
import { withDefaultAdapter } from '../config/fetching.js';
import { openService } from '../main.js';
import { endpoints } from '../operations/index.js';
import { readPackageVersion } from '../version.js';
import { CommandError } from './command.js';

const notes = `
Searches in this process with SVC_ADAPTER, or sends requests to the service at --url with the key in SVC_KEY. Standard output is
for the agent; the log goes to standard error.

Example, as agents are usually configured:
  { "command": "svc", "args": ["mcp"], "env": { "SVC_ADAPTER": "http" } }`;

/** Serves one agent over standard input and output. */
export function mcpCommand(): Command {
  return new Command('mcp')
    .description('Serve an agent over standard input and output (MCP).')
    .option('--url <address>', 'send requests to the service at this address instead of searching in this process')
    .addHelpText('after', notes)
    .action(serve);
}

async function serve({ url }: { url?: string }): Promise<void> {
  const sdk = await loadMcpSdk();
  if (typeof sdk === 'string') throw new CommandError(sdk);
  const { mcpTools } = agentSettings;
  const tools = mcpTools.read(process.env[mcpTools.name] || mcpTools.fallback);
  if (tools === undefined) throw new CommandError(`svc mcp: ${mcpTools.name} must be ${mcpTools.must}`);
  const { ask, stop } = url === undefined ? await openHere() : openElsewhere(url);
  const server = createMcpServer({
    sdk,
    tools: createMcpTools(endpoints, { toolSet: tools, maxPagesReadPerSearch: pagesRead() }),
    ask,
    version: readPackageVersion(),
  });
  const ended = new Promise<void>((resolve) => {
    server.onclose = resolve;
    process.stdin.once('end', resolve);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve);
  });
  await server.connect(new sdk.StdioServerTransport());
  await ended;
  await server.close();
  await stop();
}

interface Asking {
  ask: SendApiRequest;
  stop(): Promise<void>;
}

/** A service in this process that does not listen, with its own key. */
async function openHere(): Promise<Asking> {
  const key = `svc_${randomBytes(16).toString('hex')}`;
  const { env } = process;
  const keys = [env.SVC_API_KEYS, key].filter(Boolean).join(',');
  const { app, stop } = await openService(readConfig({ ...withDefaultAdapter(env), SVC_API_KEYS: keys }));
  return { ask: createInjectSender(app, { 'x-api-key': key }), stop };
}

function openElsewhere(url: string): Asking {
  const key = process.env.SVC_KEY ?? '';
  if (!/^https?:$/.test(parseUrl(url)?.protocol ?? '')) {
    throw new CommandError(`svc mcp: --url must be an address such as http://127.0.0.1:8080, not "${url}"`);
  }
  if (key === '') throw new CommandError('svc mcp: set SVC_KEY to an API key for the service at --url');
  return { ask: createHttpSender(url, key), stop: async () => undefined };
}

/** Number of pages that `extract` may read for one search, from the setting of the service. */
function pagesRead(): number {
  const { extractPages: setting } = extractSettings;
  const pages = setting.read(process.env[setting.name] || setting.fallback);
  if (pages === undefined) throw new CommandError(`svc mcp: ${setting.name} must be ${setting.must}`);
  return pages;
}
