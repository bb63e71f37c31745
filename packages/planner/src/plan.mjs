// How many searches a second so many machines do, from what was measured.
//
//   pnpm --filter @svc/planner plan             prints it
//   pnpm --filter @svc/planner plan --write     writes it into README.md
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isQuiet, measured, planned, redisFor, simulated } from './plans.mjs';

const report = reportOf();
console.log(report);
if (process.argv.includes('--write')) {
  const guide = new URL('../README.md', import.meta.url);
  const text = readFileSync(guide, 'utf8');
  writeFileSync(
    guide,
    text.replace(/<!-- plan -->.*<!-- \/plan -->/s, () => `<!-- plan -->\n\n${report}\n<!-- /plan -->`),
  );
  const charts = new URL('../../docs/scripts/charts.mjs', import.meta.url);
  execFileSync(process.execPath, [fileURLToPath(charts)], { stdio: 'inherit' });
}

function reportOf() {
  const { date, machine, costs, checks, load_average_before: load, engine_delay: delay, redis } = measured;
  const doubt = isQuiet
    ? ''
    : ' **The machine was busy with other work: these times are too long, and the checks say nothing.**';
  const costRows = costs.map(({ page_bytes, answer_bytes, main, helper, rss }) => [
    ...[page_bytes / 1000, answer_bytes / 1000, main + helper, 1000 / (main + helper), rss / 1e6].map(shown),
  ]);
  const checkRows = checks.map((check) => {
    const { rate } = simulated(check);
    const others = `${Math.round(check.others * 100)} %`;
    return [check.processes, check.callers, others, shown(check.rate), shown(rate), (rate / check.rate).toFixed(2)];
  });
  const planRows = [1, 10, 100, 1_000].map((machines) => {
    const { rate, p50, p99, redis } = planned(machines, { seconds: machines > 100 ? 2 : 5 });
    const servers = machines > 1 ? redisFor(machines) : 0;
    return [
      machines,
      servers,
      Math.round(rate),
      shown(rate * 0.0864),
      shown(p50),
      shown(p99),
      `${Math.round(redis * 100)} %`,
    ];
  });
  return `Measured on ${date}: ${machine.processor}, ${machine.cores} cores, Node ${machine.node}, an engine that answers after ${delay} ms;
before it began, ${load.toFixed(1)} other processes wanted a core.${doubt}
A search asks ${shown(redis.operations)} operations of Redis, of ${shown(redis.time * 1000)} µs each.

${table(['page kB', 'answer kB', 'processor ms', 'pages/s per core', 'resident MB'], costRows)}

${table(['processes', 'callers', 'used by others', 'searches/s measured', 'simulated', 'ratio'], checkRows)}

Machines of ${machine.cores} cores, simulated, all busy with pages of ${Math.round(costs[1].page_bytes / 1000)} kB:

${table(['machines', 'Redis', 'searches/s', 'million a day', 'p50 ms', 'p99 ms', 'Redis busy'], planRows)}
`;
}

/** Aligned as the formatter would. */
function table(head, rows) {
  const widths = head.map((name, column) =>
    Math.max(...[name, ...rows.map((row) => `${row[column]}`)].map(({ length }) => length)),
  );
  const rule = widths.map((width) => `${'-'.repeat(width - 1)}:`);
  const lines = [head, rule, ...rows].map((row) => row.map((cell, column) => `${cell}`.padStart(widths[column])));
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function shown(value) {
  return Number(value.toPrecision(3));
}
