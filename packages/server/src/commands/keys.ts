import { Command, Option } from 'commander';
import type { RedisConfig } from '../config/processes.js';
import { settings } from '../config/settings.js';
import { defaultScopes, scopeDescriptions, scopeNames } from '../limits/keys/api-key.js';
import { fileKeyStore } from '../limits/keys/file-key-store.js';
import { type KeyRecord, type KeyStore, unknownKeyError } from '../limits/keys/key-store.js';
import { createKey, type KeyWithSecret, rotateKey, setKeyDisabled, updateKey } from '../limits/keys/manage.js';
import type { Rate } from '../limits/policy.js';
import { CommandError } from './command.js';
import {
  acceptResetWord,
  parseDuration,
  parseExpiryTime,
  parseKeyId,
  parseKeyName,
  parsePositiveInteger,
  parseRate,
  resetWordToNull,
} from './key-options.js';
import { formatKeyDetails, keyTable } from './key-tables.js';

/** Manages the keys in a file or Redis. A running service notices every change within seconds. */
export function keysCommand(): Command {
  const keys = new Command('keys').description(
    'Manage API keys, in the file of SVC_KEYS_FILE or the Redis of SVC_REDIS_URL.',
  );
  for (const make of [create, list, show, update, disable, enable, rotate, remove])
    keys.addCommand(withCommonOptions(make()));
  return keys;
}

interface CommonOptions extends KeyPlace {
  json?: true;
}

function withCommonOptions(command: Command): Command {
  return command
    .addOption(new Option('--file <path>', 'file of the keys').env('SVC_KEYS_FILE'))
    .addOption(new Option('--redis <url>', 'Redis of the keys, if there is no file').env('SVC_REDIS_URL'))
    .option('--json', 'print JSON');
}

interface CreateOptions extends CommonOptions {
  id?: string;
  name: string;
  scope?: string[];
  rate?: Rate;
  concurrency?: number;
  perDay?: number;
  perMonth?: number;
  expires?: number;
}

function create(): Command {
  const known = Object.entries(scopeDescriptions).map(([name, meaning]) => `${name} (${meaning})`);
  return new Command('create')
    .description('Create a key and show its secret once. Limits default to those of the service.')
    .requiredOption('--name <text>', 'display name, such as its owner', parseKeyName)
    .option('--id <id>', 'id of the key in logs and commands (default: random)', parseKeyId)
    .addOption(
      new Option('--scope <names...>', `what the key may do: ${known.join(', ')} (default: all but admin)`).choices(
        scopeNames,
      ),
    )
    .option('--rate <pages/seconds>', 'pages it may request per number of seconds, such as 100/60', parseRate)
    .option('--concurrency <searches>', 'searches it may have in progress', parsePositiveInteger)
    .option('--per-day <pages>', 'pages it may request per day (UTC)', parsePositiveInteger)
    .option('--per-month <pages>', 'pages it may request per month (UTC)', parsePositiveInteger)
    .option(
      '--expires <end>',
      'when it expires: a day (UTC) such as 2027-01-31, or a time from now such as 90d',
      parseExpiryTime,
    )
    .action(async (options: CreateOptions) => {
      const { id, name, scope = defaultScopes, rate, concurrency, perDay, perMonth, expires: expiresAt } = options;
      const limits = {
        ...(rate && { rate }),
        ...(concurrency !== undefined && { concurrency }),
        ...(perDay !== undefined && { per_day: perDay }),
        ...(perMonth !== undefined && { per_month: perMonth }),
      };
      const key = { id, name, scopes: [...new Set(scope)], limits, expiresAt };
      printSecret(await withKeys(options, (store) => createKey(store, key, Date.now())), options);
    });
}

function list(): Command {
  return new Command('list').description('List all keys.').action(async (options: CommonOptions) => {
    const records = await listed(options);
    console.log(options.json ? toJson(records.map(shown)) : keyTable(records));
  });
}

async function listed(options: CommonOptions): Promise<readonly KeyRecord[]> {
  return (await withKeys(options, (store) => store.list())) ?? [];
}

function show(): Command {
  return onKey('show', 'Show a key; its secret cannot be shown again.').action(
    async (id: string, options: CommonOptions) => {
      const records = await listed(options);
      const record = records.find((record) => record.id === id);
      if (record === undefined) throw unknownKeyError(id);
      print(record, options);
    },
  );
}

interface UpdateOptions extends CommonOptions {
  name?: string;
  scope?: string[];
  rate?: Rate | 'usual';
  concurrency?: number | 'usual';
  perDay?: number | 'usual';
  perMonth?: number | 'usual';
  expires?: number | 'never';
}

function update(): Command {
  const usual = ', or "usual" for the default of the service';
  return onKey('update', 'Change a key, from its next request on. Values that are not given do not change.')
    .option('--name <text>', 'display name, such as its owner', parseKeyName)
    .addOption(new Option('--scope <names...>', 'what the key may do').choices(scopeNames))
    .option(
      '--rate <pages/seconds>',
      `pages it may request per number of seconds${usual}`,
      acceptResetWord('usual', parseRate),
    )
    .option(
      '--concurrency <searches>',
      `searches it may have in progress${usual}`,
      acceptResetWord('usual', parsePositiveInteger),
    )
    .option(
      '--per-day <pages>',
      `pages it may request per day (UTC)${usual}`,
      acceptResetWord('usual', parsePositiveInteger),
    )
    .option(
      '--per-month <pages>',
      `pages it may request per month (UTC)${usual}`,
      acceptResetWord('usual', parsePositiveInteger),
    )
    .option('--expires <end>', 'when it expires, as for create, or "never"', acceptResetWord('never', parseExpiryTime))
    .action(async (id: string, options: UpdateOptions) => {
      const { name, scope, rate, concurrency, perDay, perMonth, expires } = options;
      const change = {
        ...(name !== undefined && { name }),
        ...(scope !== undefined && { scopes: [...new Set(scope)] }),
        ...(expires !== undefined && { expiresAt: resetWordToNull(expires) }),
        limits: {
          ...(rate !== undefined && { rate: resetWordToNull(rate) }),
          ...(concurrency !== undefined && { concurrency: resetWordToNull(concurrency) }),
          ...(perDay !== undefined && { per_day: resetWordToNull(perDay) }),
          ...(perMonth !== undefined && { per_month: resetWordToNull(perMonth) }),
        },
      };
      print(await withKeys(options, (store) => updateKey(store, id, change)), options);
    });
}

function disable(): Command {
  return onKey('disable', 'Disable a key; its requests are then answered with 403.').action(
    async (id: string, options: CommonOptions) => {
      print(await withKeys(options, (store) => setKeyDisabled(store, id, { disabled: true })), options);
    },
  );
}

function enable(): Command {
  return onKey('enable', 'Enable a key again.').action(async (id: string, options: CommonOptions) => {
    print(await withKeys(options, (store) => setKeyDisabled(store, id, { disabled: false })), options);
  });
}

function rotate(): Command {
  return onKey('rotate', 'Replace the secret of a key and show the new secret once.')
    .option(
      '--keep <time>',
      'how long the previous secret stays valid, such as 24h; 0 ends it at once',
      parseDuration,
      0,
    )
    .action(async (id: string, options: CommonOptions & { keep: number }) => {
      const { keep } = options;
      printSecret(
        await withKeys(options, (store) => rotateKey(store, id, { keepPreviousFor: keep, now: Date.now() })),
        options,
      );
    });
}

function remove(): Command {
  return onKey('delete', 'Delete a key permanently.').action(async (id: string, options: CommonOptions) => {
    await withKeys(options, (store) => store.remove(id));
    console.log(options.json ? toJson({ id, deleted: true }) : `The key ${id} has been deleted.`);
  });
}

function onKey(name: string, description: string): Command {
  return new Command(name).description(description).argument('<id>', 'id of the key', parseKeyId);
}

function printSecret({ record, secret }: KeyWithSecret, { json }: CommonOptions): void {
  if (json) console.log(toJson({ ...shown(record), secret }));
  else console.log(`${formatKeyDetails(record)}\n\nSecret, shown only once: ${secret}`);
}

function print(record: KeyRecord, { json }: CommonOptions): void {
  console.log(json ? toJson(shown(record)) : formatKeyDetails(record));
}

/** A key without the digests of its secrets, which are not useful to people. */
function shown({ secrets, ...record }: KeyRecord): object {
  return { ...record, secrets: secrets.map(({ sha256: _, ...secret }) => secret) };
}

function toJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

/** Where the keys are stored. */
interface KeyPlace {
  /** A file; it takes precedence. */
  file?: string;
  /** Address of a Redis. */
  redis?: string;
}

/** Milliseconds to wait for a reply of Redis; people prefer waiting to trying again. */
const replyTimeout = 5_000;

/** Runs work on the keys in a file or Redis. */
async function withKeys<T>({ file, redis }: KeyPlace, work: (store: KeyStore) => Promise<T>): Promise<T> {
  if (file) return work(fileKeyStore(file));
  if (redis) return withRedis(redis, work);
  throw new CommandError(
    'Set where the keys are stored: --file <path> or SVC_KEYS_FILE, --redis <url> or SVC_REDIS_URL',
  );
}

async function withRedis<T>(redisUrl: string, work: (store: KeyStore) => Promise<T>): Promise<T> {
  const [{ openRedis }, { redisKeyStore }] = await Promise.all([
    import('../state/redis/connection.js'),
    import('../state/redis/key-store.js'),
  ]);
  const events = { onAway: () => undefined, onBack: () => undefined, onRefusal: () => undefined }; // failures make `work` reject
  const connection = await openRedis({ ...redisConfig(), redisUrl, redisTimeoutMs: replyTimeout }, events);
  try {
    return await work(redisKeyStore(connection));
  } finally {
    await connection.close();
  }
}

/** The other settings of Redis from the environment. */
function redisConfig(): Pick<RedisConfig, 'redisMode' | 'redisSentinel' | 'redisPrefix'> {
  const textOf = ({ name, fallback }: { name: string; fallback: string }) => process.env[name] || fallback;
  const { redisMode, redisSentinel, redisPrefix } = settings;
  return {
    redisMode: redisMode.read(textOf(redisMode)) ?? 'single',
    redisSentinel: textOf(redisSentinel),
    redisPrefix: textOf(redisPrefix),
  };
}
