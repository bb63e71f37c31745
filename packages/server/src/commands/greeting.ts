import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/settings.js';
import { endpoints } from '../endpoints/index.js';

/** What a person who starts the service by hand needs to try it. */
export interface Greeting {
  /** Where the service listens. */
  address: string;
  /** The key made for this run; undefined where the environment names the keys, which are never shown. */
  key: string | undefined;
}

const anyQuery = 'weather in lisbon';

/** The address, the key and a command line for each operation. */
export async function greeting(config: Config, { address, key }: Greeting): Promise<string> {
  const calls = await Promise.all(
    endpoints.map(async ({ name, path, summary }) => {
      const body = JSON.stringify({ query: await queryFor(config, name) });
      return `# ${summary}\n${curl(`${address}${path}`, key ?? '<API_KEY>', body)}`;
    }),
  );
  return [
    `svc listens on ${address}\nA form to try it with: ${address}/ · API reference: ${address}/docs`,
    key === undefined
      ? 'Keys: those of SVC_API_KEYS and of SVC_KEYS_FILE or SVC_REDIS_URL'
      : `Key for this run: ${key}`,
    sourceOf(config),
    ...calls,
  ].join('\n\n');
}

/** Where the answers come from; a gateway without its credentials and whatever else its address holds. */
function sourceOf({ adapter, replayFolder, gateway }: Config): string {
  if (isReplayed(adapter)) {
    return `Answers come from the captured pages in ${replayFolder}, so only their queries are answered.\nSVC_ADAPTER=http fetches from the engines instead.`;
  }
  const source = gateway === '' ? 'the engines' : new URL(gateway).origin;
  return `Answers are fetched from ${source} by ${adapter.join(', then ')}.`;
}

function isReplayed(adapter: Config['adapter']): boolean {
  return adapter.length === 1 && adapter[0] === 'replay';
}

/** A query that the captured pages answer. */
async function queryFor({ adapter, replayFolder }: Config, operation: string): Promise<string> {
  if (!isReplayed(adapter)) return anyQuery;
  try {
    const meta: unknown = JSON.parse(await readFile(join(replayFolder, operation, 'typical', 'meta.json'), 'utf8'));
    return typeof meta === 'object' && meta !== null && 'query' in meta ? String(meta.query) : anyQuery;
  } catch {
    return anyQuery; // a folder without a typical page has no query to show
  }
}

function curl(url: string, key: string, body: string): string {
  const quoted = body.replaceAll("'", "'\\''");
  return `curl -s ${url} -H 'x-api-key: ${key}' -H 'content-type: application/json' -d '${quoted}'`;
}
