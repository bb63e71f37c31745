// Predicts how many searches per second a number of machines can run and what that requires, from measurements.
//
//   pnpm --filter @svc/planner plan                                  prints the plan
//   pnpm --filter @svc/planner plan --write                          writes it into README.md, and draws the charts
//   pnpm --filter @svc/planner plan --page-kb 900 --cores 8 --price-per-gb 2.5 --machines 3,30
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { atPace, paceOf } from './model.mjs';
import { assumed, heldOut, maxPerKey, maxProcesses, measured, planned, predicted, seen } from './plans.mjs';
import { createPredictions } from './predictions.mjs';
import { heldOutTable, shares, shown, table } from './tables.mjs';

const options = Object.fromEntries(
  Object.entries(assumed).map(([name, value]) => [name, { type: 'string', default: `${value}` }]),
);
const { values } = parseArgs({
  options: {
    ...options,
    machines: { type: 'string', default: '1,10,100,1000' },
    write: { type: 'boolean', default: false },
  },
});
const given = Object.fromEntries(Object.keys(assumed).map((name) => [name, Number(values[name])]));
const report = [figures(), ...(heldOut.runs.length > 0 ? [heldOutFigures()] : []), fleet()].join('\n');
console.log(report);
if (values.write) {
  const guide = new URL('../README.md', import.meta.url);
  const text = readFileSync(guide, 'utf8');
  writeFileSync(
    guide,
    text.replace(/<!-- plan -->.*<!-- \/plan -->/s, () => `<!-- plan -->\n\n${report}\n<!-- /plan -->`),
  );
  const charts = new URL('../../docs/scripts/charts.mjs', import.meta.url);
  execFileSync(process.execPath, [fileURLToPath(charts)], { stdio: 'inherit' });
}

function figures() {
  const { date, machine, engine_delay: delay, idle, exits } = measured;
  const pace = paceOf(measured);
  const sizes = measured.sizes.map((run) => atPace(run, pace));
  const [alone, cluster, pair] = ['alone', 'cluster', 'pair'].map((name) => atPace(measured[name], pace));
  const usual = sizes.find(({ bytes }) => bytes === alone.bytes);
  const rows = sizes.map(({ bytes, main, helper, redis, down, answer, rss, others }) => {
    const cpu = main + helper;
    const cells = [bytes / 1e3, cpu, 1000 / cpu, redis.time * 1000, down / 1000, answer / 1000, rss / 1e6].map(shown);
    return [...cells, `${Math.round(others * 100)} %`];
  });
  const checkRows = [usual, pair].map((check) => {
    const [said, { rate }] = [predicted(check).rate, seen(check)];
    const [found, ratio] = rate === undefined ? ['-', '-'] : [shown(rate), (said / rate).toFixed(2)];
    return [check.processes, check.callers, `${Math.round(check.others * 100)} %`, found, shown(said), ratio];
  });
  const perProcess = (idle.micros / 1e4).toFixed(2);
  return `Measured on ${date}: ${machine.processor}, ${machine.cores} cores, Node ${machine.node}. An engine over TLS, behind a proxy, answers after ${delay} ms with pages compressed by Brotli;
services share a Redis that writes to disk before it answers. Times are of the processor, bytes are those on the wire.

${table(['page kB', 'processor ms', 'searches/s per core', 'Redis µs', 'kB from engine', 'answer kB', 'resident MB', 'used by others'], rows)}

Without Redis a search of ${Math.round(alone.bytes / 1000)} kB takes ${shown(alone.main + alone.helper)} ms of processor instead of ${shown(usual.main + usual.helper)}. In a Redis Cluster of three masters it takes ${shown(cluster.redis.time * 1000)} µs of Redis, all of them together.
A process that nobody asks takes ${perProcess} % of a Redis; one that knows ${exits.many.exits} proxies asks for ${shown(exits.many.commands - exits.few.commands)} commands a search more than with ${exits.few.exits}, at ${shown(exits.many.rate)} searches a second.

All of it on one machine, with callers that never rest:

${table(['processes', 'callers', 'used by others', 'searches/s measured', 'simulated', 'ratio'], checkRows)}
`;
}

function heldOutFigures() {
  const { measured: calibrated, runs } = heldOut;
  const { date, machine } = calibrated;
  const predictions = createPredictions(calibrated);
  return `What was said of runs that nothing was learned from / what was measured, by figures that were measured in turn with them (${date}, ${machine.processor}, ${machine.cores} cores):

${heldOutTable(runs, predictions)}

How wrong each is at most, and in how many runs it was compared: ${shares(runs, predictions)}. Times are of the processor, at the pace that the
machine had just then; searches a second are compared where others used less than a tenth of it.
`;
}

function fleet() {
  const plans = values.machines.split(',').map((machines) => planned(Number(machines), given));
  const rows = plans.map((plan) => [
    plan.machines,
    plan.groups === 1 ? plan.masters : `${plan.groups} × ${plan.masters}`,
    Math.round(plan.rate),
    ...[plan.rate * 0.0864, plan.p50, plan.p99].map(shown),
    `${Math.round(plan.redis * 100)} %`,
    ...[plan.mbit, plan.proxies, plan.price].map(shown),
  ]);
  const limits = plans.map(({ machines, limit, upTo, remedy }) => [machines, limit, Math.round(upTo), remedy]);
  const { cores, blocked } = given;
  return `Machines of ${cores} cores, four fifths of them busy, simulated: pages of ${given['page-kb']} kB from an engine that takes ${given['engine-seconds']} s, through proxies at ${given['price-per-gb']} dollars a
gigabyte, ${blocked * 100} % of searches blocked for ${given['cool-down-seconds'] / 3600} h. Redis: how many, the masters of a Cluster, or groups of machines × the masters of each.

${table(['machines', 'Redis', 'searches/s', 'million a day', 'p50 ms', 'p99 ms', 'Redis busy', 'Mbit/s each', 'proxies', 'dollars per 1,000'], rows)}

What is met first as their rate grows, with one Redis, and what to do then:

${leftTable(['machines', 'limit', 'up to searches/s', 'then'], limits)}

One key has at most ${shown(maxPerKey())} searches a second, whatever the number of Redis: what is kept of it is in one of them. At most ${shown(maxProcesses())} processes
share a Redis or a Cluster: of more, heartbeats alone keep one master busy.
`;
}

function leftTable(head, rows) {
  const widths = head.map((name, column) =>
    Math.max(...[head, ...rows].map((row) => `${row[column]}`.length), name.length),
  );
  const line = (cells) => `| ${cells.map((cell, column) => `${cell}`.padEnd(widths[column])).join(' | ')} |`;
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)].join('\n');
}
