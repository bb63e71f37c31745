import { type DayRank, seriesKeyOf } from './ranks.js';

/** The ranks of a domain for one keyword over time. */
interface Series {
  name: string;
  points: readonly DayRank[];
}

const [width, height] = [760, 340];
const [left, right, top, bottom] = [36, 250, 52, 34];

/** Colours of lines, on light and on dark pages. */
const colours = [
  ['#0b5d52', '#7fd6c4'],
  ['#a4480f', '#f0a46d'],
  ['#14479c', '#8fb7ff'],
  ['#8a1c5b', '#f29ac6'],
  ['#6b6200', '#d8cf5a'],
  ['#5b3aa6', '#c0a6ff'],
  ['#5f5b50', '#a9aaa0'],
  ['#a61b2b', '#ff9aa2'],
] as const;

/** Draws ranks over time as SVG for light and dark pages. Rank 1 is at the top; a day without a rank is a gap. */
export function rankChart(history: readonly DayRank[]): string {
  const all = seriesOf(history);
  const shown = all.slice(0, colours.length); // more lines could not be distinguished
  const points = shown.flatMap((series) => series.points);
  const domains = [...new Set(history.map(({ domain }) => domain))].join(', ');
  const part = all.length > shown.length ? `, the best ${shown.length} of ${all.length} keywords` : '';
  const title = escaped(`Ranks of ${domains}${part}`);
  const scale = scaleOf(points);
  const parts = [`<text class="title" x="0" y="18">${title}</text>`, grid(scale), days(points, scale)];
  const lines = shown.map((series, index) => line(series, index, scale));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${title}"><style>${style()}</style>${[...parts, ...lines, names(shown, scale)].join('')}</svg>\n`;
}

/** The series that rank best on the last day first, without those that were never found. */
function seriesOf(history: readonly DayRank[]): Series[] {
  const groups = new Map<string, DayRank[]>();
  for (const point of history) {
    const key = seriesKeyOf(point);
    groups.set(key, [...(groups.get(key) ?? []), point]);
  }
  const nameOf = namesFor([...groups.values()].flatMap(([first]) => first ?? []));
  const series = [...groups.values()].flatMap((points) => (points[0] ? [{ name: nameOf(points[0]), points }] : []));
  const found = series.filter(({ points }) => points.some(({ rank }) => rank !== undefined));
  const lastDay = history.at(-1)?.date;
  const place = ({ points }: Series) => rankOn(lastDay, points) ?? Number.MAX_SAFE_INTEGER;
  return found.toSorted((one, other) => place(one) - place(other));
}

/** Names of series: the query, and of the rest as much as tells them apart. */
function namesFor(series: readonly DayRank[]): (one: DayRank) => string {
  const contexts = [...new Set(series.flatMap(({ context }) => Object.keys(context)))];
  let parts: ((one: DayRank) => string | undefined)[] = [({ query }) => query];
  const nameOf = (one: DayRank) => parts.flatMap((part) => part(one) ?? []).join(' · ');
  const distinct = () => new Set(series.map(nameOf)).size;
  const more: typeof parts = [({ operation }) => operation, ({ domain }) => domain];
  for (const part of [
    ...more,
    ...contexts.map(
      (name) =>
        ({ context }: DayRank) =>
          context[name],
    ),
  ]) {
    const [before, shorter] = [distinct(), parts];
    parts = [...parts, part];
    if (distinct() === before) parts = shorter;
  }
  return nameOf;
}

function rankOn(day: string | undefined, points: readonly DayRank[]): number | undefined {
  return points.find(({ date }) => date === day)?.rank;
}

interface Scale {
  /** Lowest rank in the chart. */
  worst: number;
  x(date: string): number;
  y(rank: number): number;
}

function scaleOf(points: readonly DayRank[]): Scale {
  const worst = Math.max(10, ...points.map(({ rank }) => rank ?? 1));
  const times = points.map(({ date }) => Date.parse(date));
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const share = (date: string) => (last === first ? 1 : (Date.parse(date) - first) / (last - first));
  return {
    worst,
    x: (date) => round(left + share(date) * (width - left - right)),
    y: (rank) => round(top + ((rank - 1) / (worst - 1)) * (height - top - bottom)),
  };
}

function grid({ worst, y }: Scale): string {
  const step = Math.ceil(worst / 5 / 5) * 5;
  const places = [1, ...Array.from({ length: Math.floor(worst / step) }, (_, index) => (index + 1) * step)];
  return places
    .map(
      (place) =>
        `<path class="grid" d="M${left} ${y(place)}H${width - right}"/><text x="${left - 8}" y="${y(place) + 4}" text-anchor="end">${place}</text>`,
    )
    .join('');
}

/** The first and the last day. */
function days(points: readonly DayRank[], { x }: Scale): string {
  const dates = [...new Set(points.map(({ date }) => date))].toSorted();
  const ends = [...new Set([dates[0], dates.at(-1)])].filter((date) => date !== undefined);
  return ends
    .map((date, index) => {
      const anchor = ends.length === 1 || index === 1 ? 'end' : 'start';
      return `<text x="${x(date)}" y="${height - 8}" text-anchor="${anchor}">${date}</text>`;
    })
    .join('');
}

function line({ name, points }: Series, index: number, { x, y }: Scale): string {
  let isOpen = false;
  const path = points.map(({ date, rank }) => {
    const step = rank === undefined ? '' : `${isOpen ? 'L' : 'M'}${x(date)} ${y(rank)}`;
    isOpen = rank !== undefined;
    return step;
  });
  const dots = points.map(({ date, rank }) =>
    rank === undefined ? '' : `<circle cx="${x(date)}" cy="${y(rank)}" r="3"><title>${date}: ${rank}</title></circle>`,
  );
  return `<g class="line c${index}"><title>${escaped(name)}</title><path d="${path.join('')}"/>${dots.join('')}</g>`;
}

/** The names at the ends of the lines, far enough apart to be readable. */
function names(shown: readonly Series[], { y }: Scale): string {
  const lastDay = shown
    .flatMap(({ points }) => points.map(({ date }) => date))
    .toSorted()
    .at(-1);
  let below = 0;
  return shown
    .map((series, index) => {
      const rank = rankOn(lastDay, series.points);
      const end = rank ?? series.points.findLast((point) => point.rank !== undefined)?.rank ?? 1;
      below = Math.max(y(end) + 4, below + 17);
      const { length } = series.name; // what tells names apart is at the end
      const name = length > 28 ? `${series.name.slice(0, 12)}…${series.name.slice(-15)}` : series.name;
      return `<text class="name n${index}" x="${width - right + 12}" y="${round(below)}">${rank ?? '–'}  ${escaped(name)}</text>`;
    })
    .join('');
}

function style(): string {
  const of = (mode: 0 | 1) =>
    colours.map((pair, index) => `.c${index}{stroke:${pair[mode]};fill:${pair[mode]}}.n${index}{fill:${pair[mode]}}`);
  const light = `text{font:13px system-ui,sans-serif;fill:#5f5b50}.title,.name{font-weight:600}.title{fill:#1d1c18}.grid{stroke:#e4dfd4}.line path{fill:none;stroke-width:2}${of(0).join('')}`;
  const dark = `text{fill:#a9aaa0}.title{fill:#ecebe4}.grid{stroke:#30332e}${of(1).join('')}`;
  return `${light}@media(prefers-color-scheme:dark){${dark}}`;
}

function round(number: number): number {
  return Math.round(number * 10) / 10;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
