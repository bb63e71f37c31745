// Predicts how many searches per second a number of machines can run and what that requires, from measurements.
//
//   pnpm --filter @svc/planner plan                                  prints the plan
//   pnpm --filter @svc/planner plan --write                          writes it into README.md, and draws the charts
//   pnpm --filter @svc/planner plan --page-kb 900 --cores 8 --price-per-gb 2.5 --machines 3,30
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bestPaceOf, convertToPace } from './model.mjs';
import {
  heldOut,
  maxProcesses,
  maxRatePerKey,
  measured,
  observed,
  planAssumptions,
  planMachines,
  predict,
} from './plans.mjs';
import { createPredictions } from './predictions.mjs';
import { formatNumber, heldOutTable, markdownTable, maxPredictionErrorsByValue } from './tables.mjs';

const options = Object.fromEntries(
  Object.entries(planAssumptions).map(([name, value]) => [name, { type: 'string', default: `${value}` }]),
);
const { values } = parseArgs({
  options: {
    ...options,
    machines: { type: 'string', default: '1,10,100,1000' },
    write: { type: 'boolean', default: false },
  },
});
const given = Object.fromEntries(Object.keys(planAssumptions).map((name) => [name, Number(values[name])]));
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
  const pace = bestPaceOf(measured);
  const sizes = measured.sizes.map((run) => convertToPace(run, pace));
  const [alone, cluster] = [measured.alone, measured.cluster].map((run) => convertToPace(run, pace));
  const single = sizes.find(({ bytes }) => bytes === alone.bytes);
  const rows = sizes.map(({ bytes, main, helper, redis, down, answer, rss, others }) => {
    const cpu = main + helper;
    const cells = [bytes / 1e3, cpu, 1000 / cpu, redis.time * 1000, down / 1000, answer / 1000, rss / 1e6].map(
      formatNumber,
    );
    return [...cells, `${Math.round(others * 100)} %`];
  });
  const pair = measured.pairs.at(-1);
  const checkRows = [measured.sizes.find(({ bytes }) => bytes === pair.bytes), pair].map((check) => {
    const [said, { rate }] = [predict(check).rate, observed(check)];
    const [found, ratio] = rate === undefined ? ['-', '-'] : [formatNumber(rate), (said / rate).toFixed(2)];
    return [check.processes, check.callers, `${Math.round(check.others * 100)} %`, found, formatNumber(said), ratio];
  });
  const perProcess = (idle.micros / 1e4).toFixed(2);
  return `Measured on ${date}: ${machine.processor}, ${machine.cores} cores, Node ${machine.node}. The engine is behind a proxy, uses TLS, and
responds after ${delay} ms with pages compressed by Brotli. The services share a Redis that writes to disk before it replies. Times are CPU times
per search. "Page kB" is the size of the uncompressed page; the other sizes are bytes on the wire per search.

${markdownTable(['page kB', 'CPU ms', 'searches/s per core', 'Redis CPU µs', 'kB from engine', 'answer kB', 'resident MB', 'used by others'], rows)}

- "Used by others" is the share of the machine's CPU time that other programs used during the measurement.
- Without Redis, a search with a page of ${Math.round(alone.bytes / 1000)} kB takes ${formatNumber(alone.main + alone.helper)} ms of CPU time instead of ${formatNumber(single.main + single.helper)} ms.
- In a Redis Cluster of three masters, such a search takes ${formatNumber(cluster.redis.time * 1000)} µs, summed over all masters.
- An idle process uses ${perProcess} % of the CPU time of an otherwise idle Redis. A busy Redis executes the same commands in less time.
- With ${exits.many.exits} proxies, a process sends ${formatNumber(exits.many.commands - exits.few.commands)} more commands per search than with ${exits.few.exits} proxies, at ${formatNumber(exits.many.rate)} searches per second.

Throughput if the service, the engine, Redis and the callers all run on one machine, and each caller sends its next search as soon as it has a
response:

${markdownTable(['processes', 'callers', 'used by others', 'searches/s measured', 'simulated', 'ratio'], checkRows)}
`;
}

function heldOutFigures() {
  const { measured: calibrated, runs } = heldOut;
  const { date, machine } = calibrated;
  const predictions = createPredictions(calibrated);
  return `Predicted / measured values of runs that the planner did not learn from. The runs that it did learn from were measured alternately with these
(${date}, ${machine.processor}, ${machine.cores} cores):

${heldOutTable(runs, predictions)}

Maximum error of each value, and the number of runs in which it was compared: ${maxPredictionErrorsByValue(runs, predictions)}. Times are CPU times, corrected for the
speed of the machine during the run. Searches per second are only compared if other programs used less than a tenth of the machine.
`;
}

function fleet() {
  const plans = values.machines.split(',').map((machines) => planMachines(Number(machines), given));
  const rows = plans.map((plan) => [
    plan.machines,
    plan.groups === 1 ? plan.masters : `${plan.groups} × ${plan.masters}`,
    Math.round(plan.rate),
    ...[plan.rate * 0.0864, plan.p50, plan.p99].map(formatNumber),
    `${Math.round(plan.redis * 100)} %`,
    ...[plan.mbit, plan.proxies, plan.price].map(formatNumber),
  ]);
  const limits = plans.map(({ machines, limit, upTo, remedy }) => [machines, limit, Math.round(upTo), remedy]);
  const { cores, blocked } = given;
  return `Simulation of machines with ${cores} cores at 80 % CPU utilization. Pages have ${given['page-kb']} kB, the engine responds after ${given['engine-seconds']} s, proxy traffic costs ${given['price-per-gb']} dollars per
gigabyte, and ${blocked * 100} % of searches are blocked, after which the proxy cools down for ${given['cool-down-seconds'] / 3600} h. The column "Redis" is the number of Redis servers: 0 for
none, the masters of a Cluster, or groups of machines × the masters of the Cluster of each group.

${markdownTable(['machines', 'Redis', 'searches/s', 'million per day', 'p50 ms', 'p99 ms', 'Redis busy', 'Mbit/s each', 'proxies', 'dollars per 1,000 searches'], rows)}

The limit that is reached first with a single Redis, and how to raise it. 0 means that heartbeats alone use more than 60 % of the CPU time of one Redis.

${leftTable(['machines', 'limit', 'up to searches/s', 'remedy'], limits)}

One API key can make at most ${formatNumber(maxRatePerKey())} searches per second, however many Redis servers there are, because the state of a key is on one server.
At most ${formatNumber(maxProcesses())} processes can share a Redis or a Cluster: their heartbeats all go to one master, and those of more processes would use more
than 30 % of its CPU time.
`;
}

function leftTable(head, rows) {
  const widths = head.map((name, column) =>
    Math.max(...[head, ...rows].map((row) => `${row[column]}`.length), name.length),
  );
  const line = (cells) => `| ${cells.map((cell, column) => `${cell}`.padEnd(widths[column])).join(' | ')} |`;
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)].join('\n');
}
