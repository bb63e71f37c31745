import { once } from 'node:events';
import { rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { Config } from '../../config/settings.js';
import { withoutCredentials } from '../../config/without-credentials.js';
import { codeOf } from '../../errors/reasons.js';
import { fileKeyStore } from '../../limits/keys/file-key-store.js';
import { usagePathOf } from '../../open-callers.js';
import { loadClient, permanentFault } from '../../state/redis/client.js';
import { type Finding, failed, messageOf, ok, warning } from './finding.js';

/** Milliseconds in which Redis must answer. */
const redisTimeout = 5_000;

/** Checks that Redis answers. */
export async function checkRedis(config: Config): Promise<Finding | undefined> {
  if (config.redisUrl === '') return undefined;
  const makeClient = await loadClient();
  const host = config.redisUrl
    .split(',')
    .map((address) => new URL(address.trim()).host)
    .join(', ');
  const client = makeClient(config, { lazyConnect: true, retryStrategy: () => null, connectTimeout: redisTimeout });
  let fault: unknown;
  client.on('error', (error) => {
    fault = error;
  });
  try {
    await client.connect();
    await client.ping();
    return ok('redis', `${host} answers`);
  } catch (error) {
    const advice = permanentFault(fault ?? error);
    if (advice !== undefined) return failed('redis', `${host} cannot be used`, advice);
    const message = `${host} does not answer: ${messageOf(fault ?? error)}`;
    return failed('redis', message, 'start it, or correct SVC_REDIS_URL');
  } finally {
    client.disconnect();
  }
}

/** Checks that the file of keys can be read, has an active key, and is only accessible to its owner. */
export async function checkKeys({ keysFile }: Config): Promise<Finding | undefined> {
  if (keysFile === '') return undefined;
  const records = (await fileKeyStore(keysFile).list()) ?? [];
  const now = Date.now();
  const active = records.filter(
    ({ disabled, expires_at }) => !disabled && (expires_at === null || Date.parse(expires_at) > now),
  );
  const create = '"svc keys create --name <text>" creates one';
  const file = withoutCredentials(keysFile);
  if (active.length === 0) return warning('keys', `${file} has no active key`, create);
  const isOpen = process.platform !== 'win32' && ((await stat(keysFile)).mode & 0o077) !== 0;
  if (isOpen) return warning('keys', `${file} can be read by others`, `chmod 600 ${file}`);
  return ok('keys', `${active.length} of ${records.length} in ${file} are active`);
}

/** Checks that the usage of quotas can be saved. Its file is replaced as a whole, so its folder must be writable. */
export async function checkUsage(config: Config): Promise<Finding | undefined> {
  const path = usagePathOf(config);
  if (path === '' || config.redisUrl !== '') return undefined;
  const probe = `${path}.${process.pid}.probe`;
  const file = withoutCredentials(path);
  try {
    await writeFile(probe, '', { flag: 'wx', mode: 0o600 });
    await rm(probe);
    return ok('usage', `${file} can be written`);
  } catch (error) {
    const advice =
      'SVC_USAGE_FILE must name a file in a writable folder; otherwise a restart resets the usage of quotas';
    return warning('usage', `${file} cannot be written (${codeOf(error)})`, advice);
  }
}

/** Checks that the service can listen on its address. */
export async function checkPort({ host, port }: Config): Promise<Finding> {
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
    return ok('port', port === 0 ? `a free port of ${host}` : `${port} of ${host} is free`);
  } catch (error) {
    if (codeOf(error) !== 'EADDRINUSE') return failed('port', messageOf(error), 'correct SVC_HOST and SVC_PORT');
    const advice = 'a service may already be running there; SVC_PORT sets another port, 0 any free one';
    return warning('port', `${port} of ${host} is taken`, advice);
  } finally {
    server.close();
  }
}
