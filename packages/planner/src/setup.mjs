import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createCallers } from './callers.mjs';
import { machineTime, ownTime } from './machine.mjs';
import { startRedis } from './redis.mjs';

/** Milliseconds until the engine answers. */
export const engineDelay = 100;

/** Proxies that are searched through unless another number is asked for. */
const usualExits = 32;

const round = (value) => Number(value.toPrecision(5));

/**
 * Starts the whole of it: an engine over TLS behind a proxy, Redis, and services that know so many keys. All of them are
 * processes of their own; callers are in this one.
 *
 * @param {object} plan
 * @param {number} plan.bytes of a page
 * @param {number} [plan.keys] that search, in turn
 * @param {number} [plan.masters] Redis: none, one, or so many masters of a Cluster
 * @param {number} [plan.processes] of the service
 * @param {number} [plan.exits] proxies
 * @param {string} [plan.folder] captured pages instead of those that are made
 */
export async function openSetup({ bytes, keys: count = 100, masters = 1, processes = 1, exits = usualExits, folder }) {
  const place = await mkdtemp(join(tmpdir(), 'svc-plan-'));
  const [key, cert] = makeCertificate(place);
  const engine = startChild('engine.mjs', [bytes, engineDelay, key, cert, ...(folder ? [folder] : [])]);
  const [{ port, bytes: size }] = await once(engine, 'message');
  const redis = masters > 0 ? await startRedis(masters) : undefined;
  const keys = Array.from({ length: count }, (_, index) => `key-number-${index}-of-the-planner`);
  const settings = { ...settingsOf({ keys, exits, port, folder: join(place, 'jobs') }), ...redis?.settings };
  const services = await Promise.all(Array.from({ length: processes }, () => startService(settings, cert)));
  const addresses = services.map(({ address }) => address);
  const callers = createCallers();

  async function usage() {
    const [machine, own, wall] = [machineTime(), ownTime(), performance.now()];
    const parts = await Promise.all(services.map(({ child }) => ask(child)));
    const sum = (name) => parts.reduce((total, part) => total + part[name], 0);
    const service = { cpu: sum('cpu'), main: sum('main'), rss: sum('rss') / processes };
    return {
      ...{ machine, own, wall, service, engine: await ask(engine), redis: (await redis?.used()) ?? [] },
      callers: callers.bytes(),
    };
  }

  return {
    bytes: size,
    /** Has every key search once, and then whoever will until all is compiled. */
    async warmUp(atOnce, seconds) {
      await callers.searchWithEach({ addresses, keys, callers: atOnce });
      await callers.searchFor({ addresses, keys, callers: atOnce, seconds });
      await sleep(500); // what is counted is written down meanwhile
    },
    /** What a search takes. */
    async figures(atOnce, seconds) {
      const before = await usage();
      const times = await callers.searchFor({ addresses, keys, callers: atOnce, seconds });
      return figuresOf(before, await usage(), times);
    },
    /** Has nobody search for some seconds; what Redis does meanwhile, in microseconds and commands a second. */
    async idle(seconds) {
      const before = await usage();
      await sleep(seconds * 1000);
      const after = await usage();
      const per = (name) => total(after.redis, before.redis, name) / ((after.wall - before.wall) / 1000);
      return { micros: round(per('time') * 1000), commands: round(per('commands')) };
    },
    async close() {
      callers.close();
      for (const child of [...services.map(({ child }) => child), engine]) await end(child);
      await redis?.stop();
      await rm(place, { recursive: true, force: true });
    },
  };
}

function settingsOf({ keys, exits, port, folder }) {
  const proxies = Array.from({ length: exits }, (_, exit) => `http://exit${exit}:secret@127.0.0.1:${port}`);
  return {
    ...{ SVC_API_KEYS: keys.join(','), SVC_PORT: '0', SVC_LOG_LEVEL: 'error', SVC_ADAPTER: 'http' },
    ...{ SVC_PROXIES: proxies.join(','), SVC_CPU_BACKLOG: '0', SVC_CACHE: 'off', SVC_BATCH_FOLDER: folder },
    ...{ SVC_RATE_LIMIT: '1000000', SVC_MAX_SEARCHES: '1000', SVC_PROXY_SEARCHES: '100', SVC_KEY_SEARCHES: '1000' },
    SVC_READING_THREADS: '0', // as where each core has a process
  };
}

function figuresOf(before, after, times) {
  const count = times.length;
  const spent = (part, name) => after[part][name] - before[part][name];
  const [wall, redisCpu] = [after.wall - before.wall, total(after.redis, before.redis, 'cpu')];
  const known = spent('service', 'cpu') + spent('engine', 'cpu') + (after.own - before.own) + redisCpu;
  const sorted = times.sort((one, other) => one - other);
  return {
    count,
    rate: round(count / (wall / 1000)),
    p50: round(sorted[Math.floor(count / 2)]),
    p99: round(sorted[Math.floor(count * 0.99)]),
    main: round(spent('service', 'main') / count),
    helper: round((spent('service', 'cpu') - spent('service', 'main')) / count),
    caller: round((after.own - before.own) / count),
    engine: round(spent('engine', 'cpu') / count),
    rss: round(after.service.rss),
    down: round(spent('engine', 'down') / count),
    up: round(spent('engine', 'up') / count),
    pages: round(spent('engine', 'requests') / count),
    handshakes: round(spent('engine', 'handshakes') / count),
    answer: round(spent('callers', 'answers') / count),
    redis: {
      commands: round(total(after.redis, before.redis, 'commands') / count),
      time: round(total(after.redis, before.redis, 'time') / count),
      cpu: round(redisCpu / count),
      bytes: round(total(after.redis, before.redis, 'bytes') / count),
      shares: after.redis.map((one, index) =>
        round((one.time - before.redis[index].time) / total(after.redis, before.redis, 'time')),
      ),
    },
    // The share of the cores that others have used meanwhile.
    others: round(Math.max(0, (after.machine - before.machine - known) / (wall * availableParallelism()))),
  };
}

function total(after, before, name) {
  return after.reduce((sum, one, index) => sum + one[name] - before[index][name], 0);
}

async function startService(settings, cert) {
  const child = startChild('service.mjs', [], {
    env: { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: cert },
    execArgv: ['--max-semi-space-size=64'], // as workers have it
  });
  child.send(settings);
  const [{ address }] = await once(child, 'message');
  return { child, address };
}

function startChild(file, args, options = {}) {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), args.map(String), options);
  child.once('exit', (code) => {
    if (child.connected && code !== null) throw new Error(`${file} ended with ${code}`);
  });
  return child;
}

async function ask(child) {
  const answer = once(child, 'message');
  child.send('usage');
  return (await answer)[0];
}

async function end(child) {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** A certificate for the engines' hosts, which nobody but the measured service trusts. */
function makeCertificate(folder) {
  const files = ['key.pem', 'cert.pem'].map((name) => join(folder, name));
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...['-subj', '/CN=engines', '-addext', 'subjectAltName=DNS:www.google.com'],
      ...['-keyout', files[0], '-out', files[1]],
    ],
    { stdio: 'ignore' },
  );
  return files;
}
