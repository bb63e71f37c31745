// A rank tracker in fifty lines: searches every keyword, adds today's ranks to a CSV file, and reports changes.
//
//   DOMAIN=example.com node rank-tracker.mjs keywords.csv ranks.csv     once a day, by cron or a timer
import { existsSync } from 'node:fs';
import { appendFile, readFile } from 'node:fs/promises';
import { createClient, isBatchSuccess } from '@svc/client';

const { SVC_URL = 'http://127.0.0.1:8080', SVC_KEY, DOMAIN } = process.env;
const [keywordsFile = 'keywords.csv', ranksFile = 'ranks.csv'] = process.argv.slice(2);
const date = new Date().toISOString().slice(0, 10);

const keywords = await rowsOf(keywordsFile); // "query", and any parameter of the search: "location", "gl" …
const earlier = existsSync(ranksFile) ? await rowsOf(ranksFile) : []; // empty on the first day
const searches = keywords.map((keyword, index) => ({ id: `${index}`, operation: 'alpha.search', num: 20, ...keyword }));

const report = [];
for await (const answer of createClient({ baseUrl: SVC_URL, apiKey: SVC_KEY }).batch(searches)) {
  const { query } = keywords[answer.id];
  report[answer.id] = {
    date,
    query,
    ...(isBatchSuccess(answer) ? rankIn(answer.body) : { rank: 'failed', link: answer.body.code }),
  };
}

await appendFile(ranksFile, `${earlier.length > 0 ? '' : 'date,query,rank,link\n'}${report.map(lineOf).join('')}`);
for (const { query, rank, link } of report) console.log([rank || '-', change(query, rank), query, link].join('\t'));
if (report.some(({ rank }) => rank === 'failed')) process.exitCode = 1;

/** The first row of the domain or a subdomain. It has no rank if there is none, which differs from a failed search. */
function rankIn({ organic_results }) {
  const row = organic_results.find(({ domain }) => domain === DOMAIN || domain.endsWith(`.${DOMAIN}`));
  return { rank: `${row?.position ?? ''}`, link: row?.link ?? '' };
}

/** Compared with the last day on which the search succeeded. */
function change(query, rank) {
  const was = earlier.findLast((row) => row.query === query && row.date < date && row.rank !== 'failed')?.rank ?? '';
  if (was === rank) return was && '=';
  if (rank === 'failed' || was === '' || rank === '') return { '': 'gone', failed: '?' }[rank] ?? 'new';
  return `${Number(rank) < Number(was) ? 'up' : 'down'} ${Math.abs(rank - was)}`;
}

/** Rows of a CSV file, by the column names in its first line. */
async function rowsOf(file) {
  const cells = (line) =>
    [...line.matchAll(/(?<=^|,)(?:"((?:[^"]|"")*)"|([^",]*))(?=,|$)/g)].map(
      ([, a, b]) => a?.replaceAll('""', '"') ?? b,
    );
  const [head, ...lines] = (await readFile(file, 'utf8'))
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map(cells);
  return lines.map((values) => Object.fromEntries(values.map((value, column) => [head[column], value])));
}

function lineOf(row) {
  return `${Object.values(row)
    .map((text) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text))
    .join()}\n`;
}
