// Measures what the planner has not learned from and compares it with what the planner says of it: five sizes of pages, three
// numbers of keys, one Redis and a Cluster of two. Writes held-out.json, and fails where anything is wrong by more than 15 %. On a
// machine that does nothing else; a quarter of an hour:
//
//   pnpm --filter @svc/planner plan:held-out                   10 seconds for each
//   pnpm --filter @svc/planner plan:held-out --seconds 5 --bytes 420000,1500000 --keys 500 --masters 1
//   pnpm --filter @svc/planner plan:held-out --folder <folder> captured pages of that folder, those nearest to each size
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { measured, predicted, seen } from './plans.mjs';
import { mostOthers, run } from './run.mjs';
import { heldOutTable, mostWrong, tolerance } from './tables.mjs';

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1)); // which ends what was started
const text = (fallback) => ({ type: 'string', default: fallback });
const { values } = parseArgs({
  options: {
    seconds: text('10'),
    bytes: text('150000,220000,420000,800000,1500000'),
    keys: text('20,500,5000'),
    masters: text('1,2'),
    folder: { type: 'string' },
  },
});
const numbers = (name) => values[name].split(',').map(Number);
const seconds = Number(values.seconds);
const isWhole = process.argv.length === 2;

const runs = [];
for (const bytes of numbers('bytes'))
  for (const keys of numbers('keys'))
    for (const masters of numbers('masters')) {
      // One process as often as two: with two, all of the machine is busy.
      const processes = 1 + (runs.length % 2);
      const plan = { bytes, keys, masters, processes, callers: 24 * processes, folder: values.folder };
      const found = await run(plan, { warm: 5, seconds });
      runs.push(found);
      const noted = found.others > mostOthers ? ` (others used ${Math.round(found.others * 100)} %)` : '';
      console.log(`${heldOutTable([found]).split('\n').at(-1)}${noted}`);
    }
console.log(`\n${heldOutTable(runs)}`);
const wrong = runs.map((found) => mostWrong(predicted(found), seen(found)));
console.log(`\nAt most ${Math.round(Math.max(...wrong) * 100)} % wrong.`);
if (isWhole) {
  const kept = { date: new Date().toISOString().slice(0, 10), machine: measured.machine, runs };
  writeFileSync(fileURLToPath(new URL('held-out.json', import.meta.url)), `${JSON.stringify(kept, null, 2)}\n`);
}
process.exitCode = wrong.some((share) => share > tolerance) ? 1 : 0;
