import { readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorKinds } from '../src/index.js';
import { endAll, run, runHere, shell, start } from './helpers/command-line.js';
import { rowsOfCsv } from './helpers/csv.js';
import { temporaryFolder } from './helpers/temporary.js';

afterAll(endAll);

async function fileOf(name: string, content: string): Promise<string> {
  const file = join(await temporaryFolder(), name);
  await writeFile(file, content);
  return file;
}

interface Line {
  id: string;
  search: Record<string, unknown>;
  status: number;
  body: { organic_results: { link: string; domain: string; position: number }[]; search_parameters: { q: string } };
}

async function linesOf(file: string): Promise<Line[]> {
  const text = await readFile(file, 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

const beta = ['--operation', 'beta.search'];

describe('svc batch: input', () => {
  test('reads CSV with quotes and a column of ids, and summarizes failures by reason', async () => {
    const file = await fileOf(
      'q.csv',
      'id,query,num\r\na,river,10\r\nb,"ferry, ""old""",\r\nc,x sim:captcha,\r\nd,x,1000\r\n',
    );
    const first = await runHere(['batch', file, ...beta]);
    expect(first.code).toBe(1);
    expect(first.err).toContain('2 answered, 2 failed: 1 upstream_captcha, 1 invalid_parameter; the answers are in');
    expect(first.err).toContain('invalid_parameter, first in "d": "num" must be');
    expect(first.err).toContain(
      `upstream_captcha, first in "c": The engine asks for a captcha instead of answering. ${errorKinds.upstream_captcha.advice}`,
    );
    const second = await runHere(['batch', file, ...beta]);
    expect([second.code, second.err]).toEqual([
      1,
      expect.stringContaining('2 answered (2 by an earlier run), 2 failed'),
    ]);
    const lines = await linesOf(`${file}.results.ndjson`);
    expect(Object.fromEntries(lines.map(({ id, status }) => [id, status]))).toEqual({ a: 200, b: 200, c: 502, d: 400 });
    expect(lines.find(({ id }) => id === 'b')?.body.search_parameters.q).toBe('ferry, "old"');
    expect(await runHere(['batch', file, ...beta, '--allow-failures'])).toMatchObject({ code: 0 });
  });

  test.each(['keyword', 'q', 'Search Term'])('finds the column of queries named %s', async (head) => {
    const file = await fileOf('q.csv', `${head},volume\ntea,100\n`);
    expect(await runHere(['batch', file, ...beta])).toMatchObject({
      code: 0,
      err: expect.stringContaining('1 answered'),
    });
    expect((await linesOf(`${file}.results.ndjson`))[0]?.search).toEqual({ operation: 'beta.search', query: 'tea' });
  });

  test.each([
    ['name,volume\ntea,1\n', 'needs a column "query"; its columns are "name", "volume"'],
    ['query,nmu\ntea,10\n', 'a column "nmu"; did you mean "num"?'],
  ])('rejects %j before the first search', async (content, message) => {
    const file = await fileOf('q.csv', content);
    expect(await runHere(['batch', file, ...beta])).toMatchObject({ code: 2, err: expect.stringContaining(message) });
    await expect(stat(`${file}.results.ndjson`)).rejects.toThrow('ENOENT');
  });

  test('reads one query per line from standard input and writes to standard output', async () => {
    const { code, out, err } = await run(['batch', '-', ...beta, '--out', '-'], {}, 'tea\ncoffee\n');
    const lines: Line[] = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect([code, lines.map(({ search }) => search.query).sort(), err]).toEqual([
      0,
      ['coffee', 'tea'],
      expect.stringContaining('2 answered, 0 failed\n'),
    ]);
  });
});

describe('svc batch: output', () => {
  test('ends the run when the reader closes the output', async () => {
    const file = await fileOf('q.txt', Array.from({ length: 60 }, (_, index) => `query ${index}`).join('\n'));
    const { code, out } = await shell(`svc batch - --operation beta.search --out - < '${file}' | head -3`);
    expect([code, out.trimEnd().split('\n').length]).toEqual([0, 3]);
  });

  test('treats /dev/stdout as standard output', async () => {
    const file = await fileOf('q.txt', 'tea\n');
    const { code, out } = await shell(`svc batch '${file}' --operation beta.search --out /dev/stdout | cat`);
    expect([code, JSON.parse(out).id]).toEqual([0, '1']);
  });

  test('writes CSV in the order of the searches', async () => {
    const file = await fileOf('q.csv', 'query\ntea\ncoffee\n');
    const out = join(await temporaryFolder(), 'results.csv');
    expect((await runHere(['batch', file, ...beta, '--out', out])).code).toBe(0);
    const rows = rowsOfCsv(await readFile(out, 'utf8'));
    expect(rows[0]).toMatchObject({ id: '1', query: 'tea', position: '1', link: expect.stringContaining('://') });
    expect([...new Set(rows.map(({ query }) => query))]).toEqual(['tea', 'coffee']);
    await expect(stat(`${out}.partial.ndjson`)).rejects.toThrow('ENOENT');
  });
});

describe('svc batch: ranks', () => {
  test('prints the rank of a domain, its page, and the change since the previous file', async () => {
    const file = await fileOf('keywords.csv', 'keyword,volume\ntea,10\ncoffee,20\nsim:no_results,30\n');
    const out = join(await temporaryFolder(), 'ranks.csv');
    const { stdout } = { stdout: (await runHere(['batch', file, ...beta, '--out', '-'])).out };
    const tea = stdout
      .trimEnd()
      .split('\n')
      .map((line): Line => JSON.parse(line))
      .find(({ search }) => search.query === 'tea');
    const third = tea?.body.organic_results[2];
    const domain = third?.domain ?? '';
    const command = ['batch', file, ...beta, '--domain', `https://www.${domain}/`, '--out', out];
    expect((await runHere(command)).code).toBe(0);
    const expected = tea?.body.organic_results.find(
      (row) => row.domain === domain || row.domain.endsWith(`.${domain}`),
    );
    const rows = rowsOfCsv(await readFile(out, 'utf8'));
    expect(rows.map(({ query }) => query)).toEqual(['tea', 'coffee', 'sim:no_results']);
    expect(rows[0]).toMatchObject({
      volume: '10',
      domain,
      rank: `${expected?.position}`,
      page: '1',
      url: expected?.link,
      change: 'new',
      status: 'answered',
    });
    expect(rows[2]).toMatchObject({ rank: '', change: '', status: 'answered' });
    await writeFile(out, (await readFile(out, 'utf8')).replace(`,${expected?.position},1,`, ',9,1,'));
    expect((await runHere(command)).code).toBe(0);
    const [again] = rowsOfCsv(await readFile(out, 'utf8'));
    expect(again).toMatchObject({ previous_rank: '9', change: `+${9 - (expected?.position ?? 0)}` });
  });

  test('prints a reason instead of a rank for a failed search', async () => {
    const file = await fileOf('q.csv', 'query\nsim:captcha\n');
    const { code, out } = await runHere(['batch', file, ...beta, '--domain', 'a.example', '--out', '-']);
    expect([code, rowsOfCsv(out)[0]]).toMatchObject([1, { rank: '', status: 'upstream_captcha' }]);
  });

  test('rejects an invalid domain', async () => {
    const file = await fileOf('q.csv', 'query\ntea\n');
    expect((await runHere(['batch', file, ...beta, '--domain', 'no domain'])).code).toBe(2);
  });
});

test('svc batch never gives an answer to another query, even if killed five times and with an edited file', async () => {
  const queries = Array.from({ length: 30 }, (_, index) => `query ${index}`);
  const file = await fileOf('q.csv', `id,query\n${queries.map((query, index) => `${index},${query}`).join('\n')}\n`);
  const out = `${file}.results.ndjson`;
  for (let kill = 0; kill < 5; kill += 1) {
    const { child, ended } = start(['batch', file, ...beta, '--concurrency', '1']);
    const before = await linesOf(out).catch(() => []);
    await expect
      .poll(async () => (await readFile(out, 'utf8').catch(() => '')).split('\n').length)
      .toBeGreaterThan(before.length + 1);
    child.kill('SIGKILL');
    await ended;
    queries[kill] = `edited ${kill}`;
    await writeFile(file, `id,query\n${queries.map((query, index) => `${index},${query}`).join('\n')}\n`);
  }
  const { code, err } = await run(['batch', file, ...beta]);
  expect([code, err]).toEqual([0, expect.stringMatching(/^30 answered \(\d+ by an earlier run\), 0 failed/)]);
  const lines = await linesOf(out);
  expect(lines.map(({ id }) => Number(id)).sort((a, b) => a - b)).toEqual(queries.map((_, index) => index));
  for (const { id, search, body } of lines) {
    expect([search.query, body.search_parameters.q]).toEqual([queries[Number(id)], queries[Number(id)]]);
  }
}, 240_000);

describe('svc batch: ranks over time', () => {
  let domain = '';
  beforeAll(async () => {
    const { out } = await runHere(['search', 'beta.search', 'tea', '--ndjson']);
    domain = JSON.parse(out.split('\n')[0] ?? '').domain;
  });
  const ranked = (file: string, ...more: string[]) => runHere(['batch', file, ...beta, '--domain', domain, ...more]);

  test('adds each day to the history once, and draws a point for each rank', async () => {
    const file = await fileOf('k.csv', 'query\ntea\n"a <b> & c"\n');
    const history = await fileOf(
      'days.csv',
      `date,operation,query,domain,rank,status\r\n2026-01-01,beta.search,tea,${domain},7,answered\r\n2026-01-02,beta.search,tea,${domain},,answered\r\n`,
    );
    const chart = `${history}.svg`;
    const kept = ['--history', history, '--chart', chart, '--date', '2026-01-03'];
    const first = await ranked(file, ...kept);
    expect([first.code, first.err]).toEqual([0, expect.stringContaining('2 answered')]);
    const [tea] = rowsOfCsv(first.out);
    const once = await readFile(history, 'utf8');
    expect(rowsOfCsv(once).map(({ date, query, rank }) => [date, query, rank])).toEqual([
      ['2026-01-01', 'tea', '7'],
      ['2026-01-02', 'tea', ''],
      ['2026-01-03', 'tea', tea?.rank],
      ['2026-01-03', 'a <b> & c', rowsOfCsv(first.out)[1]?.rank],
    ]);
    await ranked(file, ...kept);
    expect(await readFile(history, 'utf8')).toBe(once);
    const svg = await readFile(chart, 'utf8');
    const points = rowsOfCsv(once).filter(({ rank }) => rank !== '').length;
    expect(points).toBeGreaterThan(1);
    expect(svg.match(/<circle /g)).toHaveLength(points);
    expect(svg).toContain(`role="img" aria-label="Ranks of ${domain}"`);
    expect(svg).toContain('prefers-color-scheme:dark');
    expect(svg).not.toContain('<b>');
    expect(svg).toContain('<title>2026-01-01: 7</title>');
  });

  test('keeps the ranks of one query in several markets apart', async () => {
    const file = await fileOf('k.csv', 'query,mkt\ntea,en-GB\ntea,de-DE\n');
    const path = (name: string) => join(dirname(file), name);
    const [out, history, chart] = [path('ranks.csv'), path('days.csv'), path('ranks.svg')];
    const earlier = ['en-GB,a.example,3', 'de-DE,a.example,4'].map(
      (line) => `2026-01-01,beta.search,tea,${line},answered\n`,
    );
    await writeFile(history, `date,operation,query,mkt,domain,rank,status\n${earlier.join('')}`);
    await writeFile(out, 'operation,query,mkt,domain,rank\nbeta.search,tea,en-GB,a.example,9\n');
    const kept = [
      '--domain',
      'a.example',
      '--out',
      out,
      '--history',
      history,
      '--chart',
      chart,
      '--date',
      '2026-01-02',
    ];
    expect((await runHere(['batch', file, ...beta, ...kept])).code).toBe(0);
    const rows = rowsOfCsv(await readFile(out, 'utf8'));
    expect(rows.map(({ mkt, previous_rank, change }) => [mkt, previous_rank, change])).toEqual([
      ['en-GB', '9', 'lost'],
      ['de-DE', '', ''],
    ]);
    const days = rowsOfCsv(await readFile(history, 'utf8'));
    expect(days.map(({ date, mkt }) => `${date} ${mkt}`)).toEqual([
      '2026-01-01 en-GB',
      '2026-01-01 de-DE',
      '2026-01-02 en-GB',
      '2026-01-02 de-DE',
    ]);
    const svg = await readFile(chart, 'utf8');
    for (const name of ['tea · en-GB', 'tea · de-DE']) expect(svg).toContain(`<title>${name}</title>`);
  });

  test.each([
    [['--history', 'h.csv'], 'it needs --domain'],
    [['--domain', 'a.example', '--chart', 'c.svg'], 'it needs --history'],
    [['--domain', 'a.example', '--date', 'today'], 'a day such as 2026-01-31'],
  ])('rejects %j', async (flags, message) => {
    const file = await fileOf('k.csv', 'query\ntea\n');
    const { code, err } = await runHere(['batch', file, ...beta, ...flags]);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });

  test('does not change a file that is not a history', async () => {
    const file = await fileOf('k.csv', 'query\ntea\n');
    const { code, err } = await ranked(file, '--history', file);
    expect([code, err]).toEqual([2, expect.stringContaining('is not a history of ranks')]);
    expect(await readFile(file, 'utf8')).toBe('query\ntea\n');
  });
});
