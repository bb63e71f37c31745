import { existsSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { errorKinds } from '../src/index.js';
import { endAll, onTerminal, run, runHere, shell, start } from './helpers/command-line.js';
import { pagesFolder } from './helpers/service.js';
import { temporaryFolder } from './helpers/temporary.js';

// Most of the time that a process takes is waiting, so several tests run at once.
afterAll(endAll);

const page = join(pagesFolder, 'beta.search/typical/page.html');

test.concurrent.each(['serve', 'search', 'parse', 'batch', 'keys', 'locations', 'doctor', 'mcp', 'completion'])(
  'svc %s exits with 0 for --help, and rejects an unknown flag with one line',
  async (name) => {
    const refuse = name === 'serve' ? run : runHere; // all share the code that ends the process
    const [help, refused] = await Promise.all([run([name, '--help']), refuse([name, '--no-such-flag'])]);
    expect(help).toMatchObject({ code: 0, err: '', out: expect.stringMatching(new RegExp(`^Usage: svc ${name}`)) });
    expect([refused.code, refused.out]).toEqual([2, '']);
    expect(refused.err).toMatch(new RegExp(`^svc ${name}: [^\\n]*; "svc ${name} --help" shows what it takes\\n$`));
  },
);

test.concurrent.each([
  ['the name of an engine', ['search', 'Google', 'x'], 2, 'did you mean alpha.search?'],
  ['an operation of an engine by its name', ['search', 'google.news', 'x'], 2, 'did you mean alpha.news?'],
  ['an unknown operation', ['search', 'alpha.serch', 'x'], 2, 'did you mean alpha.search?'],
  ['an invalid value of a parameter', ['search', 'beta.search', 'x', '--num', '3'], 2, '"num" must be a whole number'],
  [
    'a parameter of another operation',
    ['search', 'gamma.search', 'x', '--mkt', 'pt-PT'],
    2,
    '"mkt" is not a parameter',
  ],
  ['an unknown word for simulated engines', ['search', 'beta.search', 'sim:capcha'], 2, 'Did you mean "sim:captcha"?'],
  ['two output formats', ['search', 'beta.search', 'x', '--json', '--csv'], 2, "cannot be used with option '--csv'"],
  [
    'an error of the engine',
    ['search', 'beta.search', 'x', 'sim:captcha'],
    1,
    `captcha instead of answering. ${errorKinds.upstream_captcha.advice} (upstream_captcha)\n`,
  ],
  [
    'advice for the command line',
    ['search', 'alpha.search', 'x', 'sim:js_wall'],
    1,
    'Fetch with a browser: SVC_ADAPTER=chain:http,browser. (upstream_js_required)\n',
  ],
  [
    'an unknown place',
    ['search', 'beta.search', 'x', '--location', 'Xyzzyq'],
    2,
    '"svc locations find" lists places. (',
  ],
  [
    'an unreachable service',
    ['search', 'beta.search', 'x', '--url', 'http://127.0.0.1:1'],
    1,
    '"svc serve" starts one',
  ],
  ['a missing page', ['parse', 'beta.search', 'no-such-file'], 1, 'no-such-file: no such file'],
  ['a page of another engine', ['parse', 'alpha.autocomplete', page], 1, 'no results that can be read'],
  ['an invalid country code', ['locations', 'find', 'x', '--country', 'nowhere'], 2, 'not a country code'],
  ['a missing file of searches', ['batch', 'no-such-file'], 1, 'no-such-file: no such file'],
  ['an unsupported shell', ['completion', 'cmd'], 2, "unknown command 'cmd'"],
])('%s is reported in one line, without a stack', async (_, args, code, message) => {
  const ended = await runHere(args);
  const text = ended.err.replace('Simulated: the results are generated, without requests to the engines.\n', '');
  expect([ended.code, ended.out]).toEqual([code, '']);
  expect(text).toContain(message);
  expect(text.trimEnd()).not.toContain('\n');
});

test('svc search says why a browser cannot be used, because there is no log', async () => {
  const file = join(await temporaryFolder(), 'browser');
  await writeFile(file, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  const ended = await runHere(['search', 'beta.search', 'x'], { SVC_ADAPTER: 'browser', SVC_BROWSER_PATH: file });
  expect([ended.code, ended.out]).toEqual([1, '']);
  expect(ended.err).toMatch(/^The configuration has a fault: The browser could not be started: check its path/);
});

describe.concurrent('svc search', () => {
  test.each(['alpha.autocomplete', 'gamma.search'])(
    '%s prints a table without escape codes if the output is not a terminal',
    async (name) => {
      const { code, out, err } = await runHere(['search', name, 'river', 'ferry']);
      expect(code).toBe(0);
      expect(out).toMatch(/^# {2,}(?:TITLE|SUGGESTION)/);
      expect(out.split('\n').length).toBeGreaterThan(8);
      expect(out).not.toContain('\u001B');
      expect(err).toBe('Simulated: the results are generated, without requests to the engines.\n');
    },
  );

  test('prints colours and links within the width of a terminal, and neither under NO_COLOR', async () => {
    const [dressed, plain] = await Promise.all([
      onTerminal(['search', 'alpha.search', 'river', 'ferry']),
      onTerminal(['search', 'alpha.search', 'river', 'ferry'], { NO_COLOR: '1' }),
    ]);
    expect([dressed.code, plain.code]).toEqual([0, 0]);
    expect(dressed.out).toContain('\u001B]8;;https://');
    expect(dressed.out).toContain('10 rows for "river ferry"; next: --page 2');
    expect(plain.out).not.toContain('\u001B');
    const rows = plain.out.split('\r\n').filter((line) => /^(?:#|\d+) /.test(line));
    expect(rows.length).toBeGreaterThan(8);
    expect(Math.max(...rows.map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  test('prints the answer as JSON, and its rows as JSON lines and CSV', async () => {
    const [json, lines, csv] = await Promise.all(
      ['--json', '--ndjson', '--csv'].map((form) =>
        runHere(['search', 'beta.search', 'river', form, '--include', 'metadata']),
      ),
    );
    const { organic_results: rows, search_parameters, metadata } = JSON.parse(json?.out ?? '');
    expect(search_parameters).toMatchObject({ q: 'river', engine: 'beta' });
    expect(metadata).toHaveProperty('engine_url');
    expect(
      lines?.out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(rows);
    expect(csv?.out).toMatch(/^position,title,link,/);
    expect(csv?.out.trimEnd().split('\r\n')).toHaveLength(rows.length + 1);
  });

  test('exits quietly when the reader closes the output', async () => {
    const { code, err } = await shell(`svc search beta.search river --ndjson 2>&1 | head -0; exit \${PIPESTATUS[0]}`);
    expect([code, err]).toEqual([0, '']);
  });

  test.skipIf(!existsSync('/dev/full'))('says that the output could not be written', async () => {
    const { code, err } = await shell('svc search beta.search river --ndjson >/dev/full');
    expect([code, err]).toEqual([1, expect.stringContaining('svc: the output could not be written (ENOSPC)\n')]);
    expect(await shell('svc locations find lisbon >/dev/full 2>&1')).toMatchObject({ code: 1, err: '' });
  });

  test('exits with 130 on Ctrl-C', async () => {
    const { child, ended } = start(['search', 'beta.search', 'river', 'sim:slow']);
    setTimeout(() => child.kill('SIGINT'), 15_000); // it searches from its start, which may take long, until 30 s after it
    expect(await ended).toMatchObject({ code: 130, out: '' });
  });
});

describe.concurrent('svc parse', () => {
  test('reads a file and standard input alike', async () => {
    const [file, input] = await Promise.all([
      runHere(['parse', 'beta.search', page, '--json']),
      shell(`svc parse beta.search --json < '${page}'`),
    ]);
    expect(file.code).toBe(0);
    expect(JSON.parse(file.out).organic_results).toHaveLength(5);
    expect(input).toEqual(file);
  });

  test('reads folders and patterns, one line per page, and fails if a page cannot be parsed', async ({
    onTestFinished,
  }) => {
    const folder = await temporaryFolder(onTestFinished);
    await mkdir(join(folder, 'deep'));
    await copyFile(page, join(folder, 'deep', 'one.html'));
    await copyFile(page, join(folder, 'two.htm'));
    await writeFile(join(folder, 'notes.txt'), 'not looked at');
    const read = await runHere(['parse', 'auto', folder]);
    expect([read.code, read.out.split('\n').length]).toEqual([0, 4]);
    expect(read.out).toMatch(/deep\/one\.html +5 +beta\.search +read\n/);

    const rows = await runHere(['parse', 'auto', `${folder}/**/*.html`, join(folder, 'two.htm'), '--ndjson']);
    const lines = rows.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toHaveLength(10);
    expect(lines[0]).toMatchObject({ file: join(folder, 'deep/one.html'), operation: 'beta.search', position: 1 });

    await writeFile(join(folder, 'three.html'), '# a heading\n\nand a text');
    const failed = await runHere(['parse', 'auto', folder, '--csv']);
    expect([failed.code, failed.out.split('\r\n').length]).toEqual([1, 11]);
    expect(failed.err).toMatch(
      /three\.html: This is not a result page: it begins with "# a heading"[\s\S]*1 of 3 pages could not/,
    );
    const nothing = await runHere(['parse', 'auto', `${folder}/*.pdf`]);
    expect([nothing.code, nothing.err]).toEqual([1, expect.stringMatching(/contains no page/)]);
  });

  test.each([
    ['# Markdown\n\ntext', /begins with "# Markdown" and contains neither HTML/],
    ['', /it is empty/],
    ['%PDF-1.7 …', /it is a PDF; save the page as HTML/],
    ['From: <Saved by Blink>\r\n', /it is an MHTML archive/],
    ['<html><body>hello</body></html>', /does not say that there are none/],
  ])('explains why %j is not a page', async (content, reason) => {
    const { code, err } = await runHere(['parse', 'alpha.search', '-'], {}, content);
    expect([code, err]).toEqual([1, expect.stringMatching(reason)]);
  });
});

test('svc locations find prints places, as a table and as JSON', async () => {
  const [table, json] = await Promise.all([
    run(['locations', 'find', 'lisbon', '--country', 'pt']),
    runHere(['locations', 'find', 'lisbon', '--limit', '1', '--json']),
  ]);
  expect(table.out).toMatch(/^PLACE +TYPE +COUNTRY +POPULATION\nLisbon,Lisbon,Portugal +City +PT/);
  expect(JSON.parse(json.out)).toMatchObject([{ country_code: 'PT' }]);
});

describe.concurrent('svc doctor', () => {
  test('passes a valid configuration', async () => {
    const { code, out } = await run(['doctor']);
    expect(code).toBe(0);
    expect(out).toMatch(/^✓ config/m);
    expect(out).toMatch(/^! adapter +simulated/m);
    expect(out).toMatch(/^✓ search +beta.search returned 10 rows/m);
  });

  test('lists each error of a configuration and how to fix it', async () => {
    const env = { SVC_PORT: 'http', SVC_ADPATER: 'http', SVC_CACHE: 'disk' };
    const { code, out, err } = await runHere(['doctor'], env);
    expect(code).toBe(1);
    expect(out.match(/^✗ config/gm)).toHaveLength(3);
    expect(out).toContain('did you mean SVC_ADAPTER?');
    expect(err).toBe('3 checks failed\n');
  });
});

describe('svc batch', () => {
  test('lets a service run lines of JSON, with the key of its quick start', async ({ onTestFinished }) => {
    const { child, output, ended } = start(['serve']);
    await expect.poll(() => output.out, { timeout: 150_000, interval: 100 }).toContain('gamma/search');
    const url = /svc listens on (\S+)/.exec(output.out)?.[1] ?? '';
    const file = join(await temporaryFolder(onTestFinished), 'q.ndjson');
    const lines = ['a', 'b'].map((id) => JSON.stringify({ id, operation: 'gamma.search', query: `river ${id}` }));
    await writeFile(file, lines.join('\n'));
    const batch = await run(['batch', file, '--url', url]);
    expect(batch).toMatchObject({ code: 0, err: expect.stringContaining('2 answered, 0 failed; the answers are in') });
    const search = await runHere(['search', 'gamma.search', 'river', '--url', url, '--json']);
    expect(JSON.parse(search.out).organic_results).toHaveLength(10);
    expect(search.err).toContain('Simulated');
    const refused = await runHere(['search', 'gamma.search', 'river', '--url', url, '--key', 'not-a-known-key']);
    expect(refused).toMatchObject({
      code: 1,
      err: expect.stringContaining('Pass another --key, or set SVC_KEY. (invalid_api_key)'),
    });
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });

  test.for([
    ['an unknown operation', '{"operation":"alpha","query":"x"}', 'no operation "alpha"'],
    ['no operation', '{"query":"x"}', 'line 1 names no operation; --operation names one'],
    ['invalid JSON', '{"operation":"beta.search","query":"x"}\n{', 'line 2 is not a JSON object'],
    ['a repeated id', '{"id":1,"operation":"beta.search"}\n{"id":1,"operation":"beta.search"}', 'more than once'],
    ['no lines', '', 'contains no searches'],
  ])('rejects a file with %s', async ([, content = '', message = ''], { onTestFinished }) => {
    const file = join(await temporaryFolder(onTestFinished), 'q');
    await writeFile(file, content);
    expect(await runHere(['batch', file])).toMatchObject({ code: 2, err: expect.stringContaining(message) });
  });
});
