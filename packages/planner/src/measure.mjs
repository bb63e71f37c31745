// Measures what the planner learns from, over TLS, through a proxy and with Redis, and writes measured.json. On a machine that does
// nothing else; some five minutes:
//
//   pnpm --filter @svc/planner plan:measure              12 seconds for each figure
//   pnpm --filter @svc/planner plan:measure 5            other seconds
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { engineDelay, run } from './run.mjs';
import { openSetup } from './setup.mjs';

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1)); // which ends what was started
const seconds = Number(process.argv[2] ?? 12);
const times = { warm: 6, seconds };
/** Bytes of the usual page: the median of real pages of alpha. */
const usual = 560_000;
/** Searches at once that leave a core some rest. */
const callers = 8;
/** Proxies, few and many: a process reads now and then how all of them fare. */
const [few, many] = [4, 400];

const sizes = [];
for (const bytes of [80_000, 280_000, usual, 1_100_000]) sizes.push(await run({ bytes, callers }, times));
const alone = await run({ bytes: usual, callers, masters: 0 }, times);
const cluster = await run({ bytes: usual, callers, masters: 3 }, times);
const checks = [];
for (const processes of [1, 2]) checks.push(await run({ bytes: usual, callers: 24 * processes, processes }, times));
const measured = {
  date: new Date().toISOString().slice(0, 10),
  machine: { processor: cpus()[0]?.model ?? 'unknown', cores: availableParallelism(), node: process.versions.node },
  engine_delay: engineDelay,
  ...{ sizes, alone, cluster, checks },
  ...(await standing()),
};
writeFileSync(fileURLToPath(new URL('measured.json', import.meta.url)), `${JSON.stringify(measured, null, 2)}\n`);
console.log(JSON.stringify(measured, null, 2));

/** What Redis does for a process that nobody asks anything, and for each proxy of one that searches. */
async function standing() {
  const setup = await openSetup({ bytes: usual });
  const idle = await setup.idle(seconds).finally(() => setup.close());
  const reading = async (exits) => ({ exits, ...(await run({ bytes: 80_000, callers: 2, exits }, times)) });
  const [least, most] = [await reading(few), await reading(many)];
  const perSecond = ({ redis, rate, exits }) => ({ exits, rate, time: redis.time, commands: redis.commands });
  return { idle, exits: { few: perSecond(least), many: perSecond(most) } };
}
