/** Maximum error of a prediction. */
export const predictionTolerance = 0.15;

/** Errors of a prediction relative to the measured values, by name. Values that were not measured have no error. */
function errorsOf(predicted, observed) {
  const names = Object.keys(observed).filter((name) => observed[name] > 0);
  return Object.fromEntries(names.map((name) => [name, Math.abs(predicted[name] / observed[name] - 1)]));
}

/** The largest error. */
export function maxPredictionError(predicted, observed) {
  return Math.max(...Object.values(errorsOf(predicted, observed)));
}

/** The maximum error of each value, and the number of runs in which it was compared. */
export function maxPredictionErrorsByValue(runs, { predict, observed }) {
  const wrong = runs.map((run) => errorsOf(predict(run), observed(run)));
  const names = [...new Set(wrong.flatMap((one) => Object.keys(one)))];
  return names
    .map((name) => {
      const all = wrong.map((one) => one[name]).filter((share) => share !== undefined);
      return `${name} ${Math.round(Math.max(...all) * 100)} % (${all.length} of ${runs.length})`;
    })
    .join(', ');
}

/** Predicted and measured values of each run. */
export function heldOutTable(runs, { predict, observed }) {
  const head = [
    'page kB',
    'keys',
    'Redis',
    'processes',
    'used by others',
    'CPU ms',
    'searches/s',
    'Redis CPU µs',
    'kB from engine',
    'answer kB',
    'maximum error',
  ];
  const rows = runs.map((run) => {
    const [said, found] = [predict(run), observed(run)];
    const both = (name, factor = 1) =>
      `${formatNumber(said[name] * factor)} / ${name in found ? formatNumber(found[name] * factor) : '-'}`;
    return [
      ...[Math.round(run.bytes / 1000), run.keys, run.masters, run.processes, `${Math.round(run.others * 100)} %`],
      ...[both('cpu'), both('rate'), both('redis', 1000), both('down', 1e-3), both('answer', 1e-3)],
      `${Math.round(maxPredictionError(said, found) * 100)} %`,
    ];
  });
  return markdownTable(head, rows);
}

/** A Markdown table, aligned as by the formatter. */
export function markdownTable(head, rows) {
  const widths = head.map((name, column) =>
    Math.max(...[name, ...rows.map((row) => `${row[column]}`)].map(({ length }) => length)),
  );
  const rule = widths.map((width) => `${'-'.repeat(width - 1)}:`);
  const lines = [head, rule, ...rows].map((row) => row.map((cell, column) => `${cell}`.padStart(widths[column])));
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

export function formatNumber(value) {
  return Number(value.toPrecision(3));
}
