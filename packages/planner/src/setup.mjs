import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { writeKeys } from '../../server/scripts/many-keys.mjs';
import { createCallers } from './callers.mjs';
import { machineCpuTime, processCpuTime } from './machine.mjs';
import { startRedis } from './redis.mjs';

/** Response time of the engine in milliseconds. */
export const engineDelay = 100;

/** Default number of proxies. */
const usualExits = 32;

/**
 * Starts all parts: an engine over TLS behind a proxy, Redis, and services with a number of keys. Each is a separate
 * process; the callers are in this one.
 *
 * @param {object} plan
 * @param {number} plan.bytes page size
 * @param {number} [plan.keys] number of keys, which search in turn
 * @param {number} [plan.masters] Redis: none, one, or this many masters of a Cluster
 * @param {number} [plan.processes] processes of the service
 * @param {number} [plan.exits] proxies
 * @param {string} [plan.folder] captured pages instead of generated ones
 */
export async function openMeasurementSetup({
  bytes,
  keys: count = 100,
  masters = 1,
  processes = 1,
  exits = usualExits,
  folder,
}) {
  const place = await mkdtemp(join(tmpdir(), 'svc-plan-'));
  const [key, cert] = makeCertificate(place);
  const engine = startChild('engine.mjs', [bytes, engineDelay, key, cert, ...(folder ? [folder] : [])]);
  const [{ port, bytes: size }] = await once(engine, 'message');
  const pacer = startChild('pacer.mjs', []);
  await once(pacer, 'message');
  const redis = masters > 0 ? await startRedis(masters) : undefined;
  const file = join(place, 'keys.json');
  const keys = await writeKeys(file, count);
  const settings = { ...settingsOf({ file, exits, port, folder: join(place, 'jobs') }), ...redis?.settings };
  const services = await Promise.all(Array.from({ length: processes }, () => startService(settings, cert)));
  const addresses = services.map(({ address }) => address);
  const callers = createCallers();

  const usage = () => usageOf({ services, engine, pacer, redis, callers });

  return {
    bytes: size,
    /**
     * Searches once with every key, then until the code is compiled: for a number of searches, however busy the machine
     * is.
     */
    async warmUp(atOnce, seconds, least = 0) {
      await callers.searchWithEach({ addresses, keys, callers: atOnce });
      await callers.searchFor({ addresses, keys, callers: atOnce, seconds, least: least - keys.length });
      await sleep(500); // time for pending writes
    },
    /** The cost of a search. */
    async figures(atOnce, seconds, least = 0) {
      const before = await usage();
      const times = await callers.searchFor({ addresses, keys, callers: atOnce, seconds, least });
      return figuresOf(before, await usage(), times);
    },
    /** Makes no searches for some seconds; returns Redis CPU microseconds and commands per second. */
    async idle(seconds) {
      const before = await usage();
      await sleep(seconds * 1000);
      const after = await usage();
      const per = (name) => total(after.redis, before.redis, name) / ((after.wall - before.wall) / 1000);
      return { micros: round(per('time') * 1000), commands: round(per('commands')) };
    },
    async close() {
      callers.close();
      for (const child of [...services.map(({ child }) => child), engine, pacer]) await end(child);
      await redis?.stop();
      await rm(place, { recursive: true, force: true });
    },
  };
}

/** Resource use of all parts so far. */
async function usageOf({ services, engine, pacer, redis, callers }) {
  const [machine, own, wall] = [machineCpuTime(), processCpuTime(), performance.now()];
  const parts = await Promise.all(services.map(({ child }) => ask(child)));
  const sum = (name) => parts.reduce((total, part) => total + part[name], 0);
  const serial = sum('active') - sum('waited');
  const service = { cpu: sum('cpu'), main: sum('main'), serial, rss: sum('rss') / services.length };
  const others = { engine: await ask(engine), pacer: await ask(pacer), redis: (await redis?.used()) ?? [] };
  return { machine, own, wall, service, ...others, callers: callers.bytes() };
}

function settingsOf({ file, exits, port, folder }) {
  const proxies = Array.from({ length: exits }, (_, exit) => `http://exit${exit}:secret@127.0.0.1:${port}`);
  return {
    ...{ SVC_KEYS_FILE: file, SVC_PORT: '0', SVC_LOG_LEVEL: 'error', SVC_ADAPTER: 'http' },
    ...{ SVC_PROXIES: proxies.join(','), SVC_CPU_BACKLOG: '0', SVC_CACHE: 'off', SVC_BATCH_FOLDER: folder },
    ...{ SVC_RATE_LIMIT: '1000000', SVC_MAX_SEARCHES: '1000', SVC_PROXY_SEARCHES: '100', SVC_KEY_SEARCHES: '1000' },
    SVC_READING_THREADS: '0', // as with one process per core
    SVC_REDIS_TIMEOUT_MS: '20000', // so that a busy machine is not mistaken for an unreachable Redis
    SVC_SEARCH_TIMEOUT_MS: '120000', // nor for a slow engine
  };
}

async function startService(settings, cert) {
  const child = startChild('service.mjs', [], {
    env: { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: cert },
    execArgv: ['--max-semi-space-size=64'], // as in workers
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

/** A certificate for the engines' hosts, trusted only by the measured service. */
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

/** Rounds values in stored files to keep them readable. */
const round = (value) => Number(value.toPrecision(5));

/** The cost of a search, from two samples of all parts. @param times duration of each search in milliseconds */
function figuresOf(before, after, times) {
  const count = times.length;
  const spent = (part, name) => after[part][name] - before[part][name];
  const [wall, redisCpu] = [after.wall - before.wall, total(after.redis, before.redis, 'cpu')];
  const known =
    spent('service', 'cpu') + spent('engine', 'cpu') + (after.own - before.own) + redisCpu + spent('pacer', 'cpu');
  const sorted = times.sort((one, other) => one - other);
  return {
    count,
    rate: round(count / (wall / 1000)),
    p50: round(sorted[Math.floor(count / 2)]),
    p99: round(sorted[Math.floor(count * 0.99)]),
    main: round(spent('service', 'main') / count),
    helper: round((spent('service', 'cpu') - spent('service', 'main')) / count),
    // Time in which the thread could do nothing else: its own work, and waiting such as for garbage collection.
    serial: round(spent('service', 'serial') / count),
    caller: round((after.own - before.own) / count),
    engine: round(spent('engine', 'cpu') / count),
    // Of a constant piece of work, see `pacer.mjs`.
    pace: round(spent('pacer', 'spent') / spent('pacer', 'works')),
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
    // The share of the cores that other processes have used meanwhile.
    others: round(Math.max(0, (after.machine - before.machine - known) / (wall * availableParallelism()))),
  };
}

/** The activity of several Redis servers between two samples, in total. */
function total(after, before, name) {
  return after.reduce((sum, one, index) => sum + one[name] - before[index][name], 0);
}
