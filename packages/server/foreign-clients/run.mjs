#!/usr/bin/env node
// Runs clients of other search APIs with this service, unchanged except for their base URL.
//
//   npm ci --ignore-scripts && node run.mjs
//
// Uses the built service and simulated engines of this repository. Exits with 1 if a client fails.
import { startSimulatedService } from '../../../.dev/simulated-service.mjs';
import { canRun, runApplications } from './applications.mjs';
import { clients } from './clients.mjs';
import { ranks, wrongRanks } from './rank-tracker.mjs';

const key = 'key-of-the-foreign-clients';
const service = await startSimulatedService({ key, compat: 'serpapi,serper,searxng,tavily,openwebui' });
const { port, origin } = new URL(service.address);
const at = { port: Number(port), origin, key };

const linksOf = (rows) => rows.map(({ link, url }) => link ?? url);
const failure = (work) =>
  work.then(
    () => undefined,
    (error) => error ?? new Error('rejected'),
  );

/** What every client must do; each case resolves to whether it passed. */
const cases = {
  search: async (client) => linksOf(await client.search('river ferry', at)).length >= 1,
  'page 2': async (client) => {
    const [first, second] = [
      await client.search('river ferry', at),
      await client.search('river ferry', { ...at, ...client.page2 }),
    ];
    return second.length > 0 && linksOf(second).join() !== linksOf(first).join();
  },
  'nothing found': async (client) => {
    const work = client.search('sim:no_results', at);
    if (client.nothing === 'empty') return (await work).length === 0;
    if (client.nothing === 'text') return (await work).length <= 2;
    return (await failure(work)) !== undefined;
  },
  'wrong key': async (client) =>
    (await failure(client.search('tea', { ...at, key: 'nobody-knows-this-key' }))) !== undefined,
  'engine blocked': async (client) => (await failure(client.search('sim:captcha', at))) !== undefined,
  'places and account': async (client) => client.more.call({ key }, at),
};

let [passed, failed] = [0, 0];
for (const client of clients) {
  for (const [name, run] of Object.entries(cases)) {
    if ((name === 'page 2' && !client.page2) || (name === 'places and account' && !client.more)) continue;
    const outcome = await run(client).catch((error) => error);
    if (outcome === true) passed += 1;
    else {
      failed += 1;
      console.log(`FAILED ${client.name}: ${name}`, outcome === false ? '' : outcome);
    }
  }
}
const wrong = await wrongRanks(at);
passed += ranks - wrong.length;
failed += wrong.length;
for (const rank of wrong) console.log(`FAILED a rank as serpbear asks for it: ${rank}`);
const inPython = canRun ? await runApplications(at) : { applications: 0, passed: 0, failed: [] };
passed += inPython.passed;
failed += inPython.failed.length;
for (const line of inPython.failed) console.log(`FAILED as ${line}`);
if (!canRun) console.log('SKIPPED: applications in Python, which need python3-requests');
await service.stop();
console.log(
  `${clients.length} clients, ${inPython.applications} applications in Python\n${passed} passed, ${failed} failed`,
);
process.exit(failed > 0 ? 1 : 0);
