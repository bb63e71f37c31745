// Measures what the planner learns from, over TLS, through a proxy and with Redis, and writes measured.json in about
// 20 minutes:
//
//   pnpm --filter @svc/planner plan:measure              12 seconds for each value
//   pnpm --filter @svc/planner plan:measure 5            another number of seconds
import { calibrationRuns, toMeasurements } from './calibrations.mjs';
import { writeMeasurements } from './kept.mjs';
import { measureRun } from './run.mjs';

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1)); // also ends the child processes
const seconds = Number(process.argv[2] ?? 12);
const runs = {};
for (const [name, plan] of Object.entries(calibrationRuns)) runs[name] = await measureRun(plan, { warm: 6, seconds });
const measured = toMeasurements(runs);
writeMeasurements('measured.json', measured);
console.log(JSON.stringify(measured, null, 2));
