// Measures how a dead engine affects the others: the median time of /api/v1/search/all with all engines, and with one
// of them dead.
//
//   pnpm --filter @svc/server dead-engine              40 searches of each kind; fails if a median is over 10 % longer
//   pnpm --filter @svc/server dead-engine 100          another number of searches
//
// Each kind has its own service. They are used in turn, so that other load affects all alike; the first ten responses
// of each are not counted, in which it detects the failure. Engines respond after 300 ms.
import { setTimeout as sleep } from 'node:timers/promises';
import { engines, FetchError } from '@svc/fetchers';
import { makePage } from '@svc/fixtures';
import { readConfig, startService } from '@svc/server';

const most = 0.1;
const engineDelay = 300;
const warmUp = 10;
const key = 'the-key-that-asks-all-engines';
const count = Number(process.argv[2] ?? 40);

/** A word that is written alike in text, URLs and fields, so that one page can be adapted to each query. */
const word = 'everywhere0';
const pages = Object.fromEntries(
  engines.map((engine) => [
    engine,
    makePage({ operation: `${engine}.search`, seed: 'dead', query: word }).body.toString(),
  ]),
);

/** Ways in which an engine can be dead. */
const deaths = {
  'is silent': (_asked, { signal }) => sleep(3_600_000, undefined, { signal }),
  'refuses connections': async () => {
    throw new FetchError('network', 'connect ECONNREFUSED');
  },
  'refuses searches': async ({ url }) => ({ url, status: 403, headers: {}, body: Buffer.from('no') }),
};

const kinds = [
  { name: 'all alive', dead: undefined },
  ...Object.entries(deaths).flatMap(([how, fetchDead]) =>
    engines.map((engine) => ({ name: `${engine} ${how}`, dead: engine, fetchDead })),
  ),
];

const services = await Promise.all(kinds.map(startKind));
for (let round = 0; round < warmUp + count; round++) {
  for (const service of services) {
    const milliseconds = await search(service, `everywhere${round + 1}`);
    if (round >= warmUp) service.times.push(milliseconds);
  }
}
await Promise.all(services.map(({ stop }) => stop()));

const [{ median: alive }, ...others] = services.map(({ name, times }) => ({ name, median: medianOf(times) }));
console.log(`all alive: median ${Math.round(alive)} ms of ${count}`);
for (const { name, median } of others) {
  const more = median / alive - 1;
  console.log(
    `${more <= most ? 'ok    ' : 'FAILED'} ${name}: ${Math.round(median)} ms, ${(more * 100).toFixed(1)} % more`,
  );
  if (more > most) process.exitCode = 1;
}

async function startKind({ name, dead, fetchDead }) {
  const adapter = async (request, context) => {
    const { engine } = request;
    if (engine === dead) return fetchDead(request, context);
    await sleep(engineDelay);
    const body = Buffer.from(pages[engine].replaceAll(word, request.query));
    return { url: request.url, status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
  };
  const config = readConfig({
    ...{ SVC_API_KEYS: key, SVC_PORT: '0', SVC_REPLAY_FOLDER: '.', SVC_LOG_LEVEL: 'silent', SVC_RATE_LIMIT: '1000000' },
    SVC_SEARCH_TIMEOUT_MS: '5000',
  });
  const { address, stop } = await startService(config, { adapter });
  return { name, dead, address, stop, times: [] };
}

/** Searches all engines; returns the duration. Throws unless the working engines have responded. */
async function search({ address, dead }, query) {
  const began = performance.now();
  const response = await fetch(`${address}/api/v1/search/all`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ query }),
  });
  const { engines: states, detail } = await response.json();
  const milliseconds = performance.now() - began;
  for (const engine of engines) {
    const state = states?.[engine].state;
    if ((state === 'results') === (engine === dead)) throw new Error(`${engine}: ${state ?? detail}`);
  }
  return milliseconds;
}

function medianOf(times) {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)];
}
