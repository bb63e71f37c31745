import { randomBytes } from 'node:crypto';
import { mkdir, readFile, stat, unlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { hasEngineAdapter } from '../config/fetching.js';
import type { Config } from '../config/settings.js';
import type { TerminalStyle } from '../observe/terminal-text.js';
import { endpoints } from '../operations/index.js';

/** What someone who starts the service by hand needs to try it. */
interface Greeting {
  /** Address on which the service listens. */
  address: string;
  /** The key created for trying it; undefined if the environment configures keys, which are never shown. */
  made: QuickStartKey | undefined;
  style: TerminalStyle;
  /** Whether it is printed on a terminal: only then is the key shown, once. */
  isTerminal: boolean;
}

const anyQuery = 'weather in lisbon';

/** Returns the address, the key and a command line for each operation. */
export async function formatStartMessage(
  config: Config,
  { address, made, style, isTerminal }: Greeting,
): Promise<string> {
  const calls = await Promise.all(
    endpoints.map(async ({ name, path, summary }) => {
      const body = JSON.stringify({ query: await queryFor(config, name) });
      return `${style.dim(`# ${summary}`)}\n${curl(`${address}${path}`, keyWord(made), body)}`;
    }),
  );
  const facts = {
    Playground: isTerminal && made ? `${address}/#key=${made.key}` : style.link(`${address}/`, `${address}/`),
    Reference: style.link(`${address}/docs`, `${address}/docs`),
    ...keyFacts(made, config),
    Answers: sourceOf(config),
    ...exitsOf(config),
    ...(isSimulated(config) && {
      'To see a fault': `add sim:captcha or another word from ${address}/docs/reference/simulator to a query`,
    }),
  };
  const lines = Object.entries(facts).map(([name, fact]) => `  ${style.dim(name.padEnd(14))}  ${fact}`);
  return [`${style.bold(`svc listens on ${address}`)}\n`, ...lines, `\n${calls.join('\n')}`].join('\n');
}

function keyFacts(made: QuickStartKey | undefined, { apiKeys, keysFile, redisUrl }: Config): Record<string, string> {
  if (made === undefined) {
    const stored = keysFile === '' ? redisUrl !== '' && 'SVC_REDIS_URL' : 'SVC_KEYS_FILE';
    return { Keys: `those of ${[apiKeys.length > 0 && 'SVC_API_KEYS', stored].filter(Boolean).join(' and ')}` };
  }
  if (made.file === undefined) return { Key: 'in the address above, for this run only' };
  return { Key: `kept in ${made.file}`, 'To set it': `export SVC_KEY="${keyWord(made)}"` };
}

/** Where the answers come from. Of a gateway only the origin is shown, because its address may hold credentials. */
function sourceOf(config: Config): string {
  const { adapter, replayFolder, gateway } = config;
  if (isSimulated(config)) {
    return 'simulated: generated on this machine, without requests to the engines (SVC_ADAPTER=http fetches from them)';
  }
  if (isReplayed(adapter)) {
    return `from the captured pages in ${replayFolder}, which only answer their own queries (SVC_ADAPTER=http fetches from the engines)`;
  }
  const source = gateway === '' ? 'the engines themselves' : new URL(gateway).origin;
  return `fetched from ${source} by ${adapter.join(', then ')}`;
}

/** The addresses that engines see, and how to try the service without asking engines; nothing if no engine is asked. */
function exitsOf({ adapter, gateway, proxies, proxiesFile }: Config): Record<string, string> {
  if (!hasEngineAdapter(adapter) || gateway !== '') return {};
  const trial = { 'To try offline': 'npm install @svc/fixtures, then SVC_ADAPTER=simulated' };
  if (proxiesFile !== '') return { Exits: `the proxies in ${proxiesFile}`, ...trial };
  if (proxies.length > 0) return { Exits: proxies.length === 1 ? 'one proxy' : `${proxies.length} proxies`, ...trial };
  return { Exits: 'the address of this machine, which engines soon block; set SVC_PROXIES to use others', ...trial };
}

function isSimulated({ adapter }: Config): boolean {
  return adapter.includes('simulated');
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
    return anyQuery; // a folder of captures need not have a typical page
  }
}

/** Shell code that reads the key from its file, so that it does not appear in a log, a history or on a screen. */
function keyWord(made: QuickStartKey | undefined): string {
  if (made?.file === undefined) return '<API_KEY>';
  const quoted = /^[\w./-]+$/.test(made.file) ? made.file : `'${made.file.replaceAll("'", "'\\''")}'`;
  return `$(cat ${quoted})`;
}

function curl(url: string, key: string, body: string): string {
  const quoted = body.replaceAll("'", "'\\''");
  return `curl -s ${url} -H "x-api-key: ${key}" -H 'content-type: application/json' -d '${quoted}'`;
}

/** The key of a service for which none is configured. */
export interface QuickStartKey {
  key: string;
  /** File that keeps it for the next start; undefined if it could not be written. */
  file: string | undefined;
}

const form = /^svc_[0-9a-f]{32}$/;

/** File of the key: `svc/quick-start-key` in the state folder of the XDG Base Directory Specification. */
export function quickStartKeyFile(env: Readonly<Record<string, string | undefined>> = process.env): string {
  const state = env.XDG_STATE_HOME || join(env.HOME || homedir(), '.local', 'state');
  return join(state, 'svc', 'quick-start-key');
}

/** File of the key for a single run, for a service that other machines can reach. */
export function singleRunKeyFile(env?: Readonly<Record<string, string | undefined>>): string {
  return join(dirname(quickStartKeyFile(env)), 'run-key');
}

/** Reads the key; undefined if there is none, or if other users can read its file. */
export async function readQuickStartKey(file: string): Promise<string | undefined> {
  try {
    const key = (await readFile(file, 'utf8')).trim();
    const isPrivate = process.platform === 'win32' || ((await stat(file)).mode & 0o077) === 0;
    return isPrivate && form.test(key) ? key : undefined;
  } catch {
    return undefined; // missing or not readable: callers do not distinguish
  }
}

/** Returns the key of the last start, or a new one in a file that only its owner can read. */
export async function loadOrCreateQuickStartKey(file: string): Promise<QuickStartKey> {
  const kept = await readQuickStartKey(file);
  if (kept !== undefined) return { key: kept, file };
  const key = makeKey();
  if (await writeKey(file, key)) return { key, file };
  const other = await readQuickStartKey(file); // another service started at the same time
  return other === undefined ? { key, file: undefined } : { key: other, file };
}

/** Creates a key in a file that only its owner can read. */
export async function createSingleRunKey(file: string): Promise<QuickStartKey> {
  const key = makeKey();
  return { key, file: (await writeKey(file, key)) ? file : undefined };
}

/** Writes a new file; returns whether it succeeded. */
async function writeKey(file: string, key: string): Promise<boolean> {
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await unlink(file).catch(() => undefined); // it may be readable by others, or invalid
    await writeFile(file, `${key}\n`, { mode: 0o600, flag: 'wx' });
    return true;
  } catch {
    return false; // callers only need to know that there is no file
  }
}

function makeKey(): string {
  return `svc_${randomBytes(16).toString('hex')}`;
}
