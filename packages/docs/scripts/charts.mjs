// Draws charts of measured results. The measuring commands run it after writing their results; `pnpm --filter @svc/docs
// charts` runs it by hand, optionally with another target folder than `public/charts`.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const packages = new URL('../../', import.meta.url);
const [target] = process.argv.slice(2);
const folder = target === undefined ? new URL('../public/charts/', import.meta.url) : pathToFileURL(`${target}/`);
const results = readFileSync(new URL('bench/RESULTS.md', packages), 'utf8');
const survival = readFileSync(new URL('parsers/SURVIVAL.md', packages), 'utf8');
const planner = readFileSync(new URL('planner/README.md', packages), 'utf8');

mkdirSync(folder, { recursive: true });
writeFileSync(new URL('speed.svg', folder), speed());
writeFileSync(new URL('survival.svg', folder), surviving());
writeFileSync(new URL('load.svg', folder), load());
writeFileSync(new URL('machine.svg', folder), machine());

/** Median time of other libraries on pages of alpha.search, relative to svc. */
function speed() {
  const bars = tableAfter(results, '## Against libraries that read result pages')
    .concat(tableAfter(results, '## Against parsers of HTML'))
    .map(([name, cell]) => ({ name, value: Number.parseFloat(cell) }))
    .filter(({ value }) => Number.isFinite(value))
    .sort((one, other) => other.value - one.value)
    .slice(0, 6);
  const all = [...bars, { name: 'svc', value: 1, isOurs: true }];
  return chart(
    'Time to read a page of alpha.search, svc = 1 (lower is better)',
    all,
    (value) => `${value.toFixed(1)}×`,
  );
}

/** Share of the values of web searches that are unchanged when all names in a page change. */
function surviving() {
  const rows = tableAfter(survival, '## Captures in this repository').filter(([name]) =>
    /search (?:title|link|snippet|source) /.test(name),
  );
  const names = [
    'alpha.search title',
    'alpha.search link',
    'alpha.search snippet',
    'beta.search title',
    'gamma.search title',
  ];
  const bars = names.flatMap((name) => {
    const found = rows.find(([first]) => first.startsWith(`${name} `));
    return found === undefined ? [] : [{ name, value: Number.parseFloat(found.at(-1)), isOurs: true }];
  });
  return chart(
    'Values unchanged after every class, id and wrapper of the page is changed',
    bars,
    (value) => `${value.toFixed(1)} %`,
  );
}

/** Response times under load, measured by `pnpm bench:load`. */
function load() {
  const measured = results.slice(results.indexOf('# How the service holds under load'));
  const capacity = /0\.8 × (\d+) searches a second/.exec(measured)?.[1];
  const rows = tableAfter(measured, '| load | answers').filter(([name]) => /^(?:0\.8|5) ×/.test(name));
  const bars = rows.flatMap(([name, , p50, p99]) => {
    const short = name.replace(/0\.8 × .*/, '0.8 × capacity').replace('5 ×:', '5 × capacity:');
    return [
      { name: `${short}, p50`, value: Number.parseFloat(p50), isOurs: true },
      { name: `${short}, p99`, value: Number.parseFloat(p99), isOurs: false },
    ];
  });
  return chart(
    `Milliseconds to an answer; capacity is ${capacity} searches a second`,
    bars,
    (value) => `${value}`,
    250,
  );
}

/** Searches per second on one machine, measured by `pnpm --filter @svc/planner`. */
function machine() {
  const bars = tableAfter(planner, '| processes | callers').map(([processes, callers, , measured]) => ({
    name: `${processes} ${processes === '1' ? 'process' : 'processes'}, ${callers} callers`,
    value: Number.parseFloat(measured),
    isOurs: true,
  }));
  return chart('Searches a second on two cores, measured (higher is better)', bars, (value) => `${value}`);
}

/** The rows of the first table after a heading, without its header. */
function tableAfter(text, heading) {
  const from = text.indexOf(heading);
  if (from < 0) throw new Error(`no "${heading}" to draw`);
  const lines = text.slice(from).split('\n');
  const start = lines.findIndex((line) => /^\|\s*-/.test(line) || /^\|---/.test(line));
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'));
  return lines.slice(start + 1, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

function chart(title, bars, labelOf, left = 190) {
  const width = 560;
  const [right, top, step] = [60, 44, 30];
  const height = top + bars.length * step + 12;
  const greatest = Math.max(...bars.map(({ value }) => value));
  const drawn = bars.map(({ name, value, isOurs }, index) => {
    const length = Math.max(2, (value / greatest) * (width - left - right));
    const y = top + index * step;
    return `<text x="${left - 10}" y="${y + 15}" text-anchor="end">${escaped(name)}</text><rect class="${isOurs ? 'ours' : 'other'}" x="${left}" y="${y + 2}" width="${length.toFixed(1)}" height="18" rx="3"/><text class="value" x="${(left + length + 8).toFixed(1)}" y="${y + 15}">${escaped(labelOf(value))}</text>`;
  });
  const style =
    'text{font:13px system-ui,sans-serif;fill:#5f5b50}.title{font-weight:600;fill:#1d1c18}.value{font-weight:600;fill:#1d1c18}.ours{fill:#0b5d52}.other{fill:#c9c2b3}@media(prefers-color-scheme:dark){text{fill:#a9aaa0}.title,.value{fill:#ecebe4}.ours{fill:#7fd6c4}.other{fill:#4a4e47}}';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}"><style>${style}</style><text class="title" x="0" y="18">${escaped(title)}</text>${drawn.join('')}</svg>\n`;
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
