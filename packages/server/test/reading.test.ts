import { setTimeout as sleep } from 'node:timers/promises';
import { isPageError, operations } from '@svc/parsers';
import { Piscina } from 'piscina';
import { afterAll, afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createPageParser, isCostlyToParse, type PageParser } from '../src/pages/reading/page-reader.js';
import { largePages, paddedPage } from './helpers/large-pages.js';
import { bytes } from './helpers/service.js';

const opened: PageParser[] = [];
afterEach(() => Promise.all(opened.splice(0).map((reading) => reading.close())));

function start(): PageParser {
  const reading = createPageParser({ threads: 1 });
  opened.push(reading);
  return reading;
}

const never = new AbortController().signal;
const large = bytes(paddedPage('tea', 2_000_000));
const options = { query: 'tea', page: 1, truncated: true };

const sizes: [of: string, body: Uint8Array, isCostlyToParse: boolean][] = [
  ['100 kB of markup', bytes(largePages.rows!(100_000)), false],
  ['900 kB, nearly all of it scripts', bytes(paddedPage('tea', 900_000)), false],
  ['2 MB, nearly all of it scripts', large, true],
  ['a script that never ends', bytes(`<script>${'<!--<script>'.repeat(25_000)}`), true],
  ['a comment that never ends', bytes(`<!--${'<!-'.repeat(90_000)}`), true],
  ['references before the end of a script', bytes(`<script></script>${'&amp;'.repeat(80_000)}</script>`), true],
  ...Object.entries(largePages).map(([kind, make]): [string, Uint8Array, boolean] => [
    `250 kB of ${kind}`,
    bytes(make(250_000)),
    true,
  ]),
];

test.each(sizes)('isCostlyToParse for a page of %s', (_, body, expected) => {
  expect(isCostlyToParse(body, { isPosted: false })).toBe(expected);
});

test('a large page posted by a caller is costly, whatever its content', () => {
  const [small, middling] = [100_000, 200_000].map((size) => bytes(paddedPage('tea', size)));
  expect([isCostlyToParse(small!, { isPosted: true }), isCostlyToParse(middling!, { isPosted: true })]).toEqual([
    false,
    true,
  ]);
});

describe('a page parsed on a thread', () => {
  const reading = createPageParser({ threads: 1 }); // one thread for these tests, as starting one takes most of their time
  afterAll(() => reading.close());

  test('has the same result as on the event loop, and its bytes are kept', async () => {
    const read = await reading.parse({ operation: 'alpha.search', body: large, options }, never);
    expect(read).toEqual(operations['alpha.search'](large, options));
    expect(read.organic_results.length).toBeGreaterThan(9);
    expect(large.length).toBeGreaterThan(2_000_000);
  });

  test('fails with the state, details and message of the parser', async () => {
    const page = { operation: 'alpha.search', body: large, options: { ...options, query: 'coffee' } } as const;
    const error: unknown = await reading.parse(page, never).catch((reason: unknown) => reason);
    expect(isPageError(error)).toBe(true);
    expect(error).toMatchObject({ state: 'wrong_query', details: { asked: 'coffee', answered: 'tea' } });
    expect(() => operations['alpha.search'](large, page.options)).toThrow((error as Error).message);
  });

  test('fails if it exceeds the limits of a page', async () => {
    const body = bytes(largePages['formatting left open']!(3_000_000));
    const read = reading.parse({ operation: 'alpha.search', body, options: {} }, never);
    await expect(read).rejects.toMatchObject({
      state: 'unrecognised',
      details: { reason: expect.stringContaining('elements') },
    });
  });

  test('rethrows unexpected errors', async () => {
    const wrong = { page: 'two' } as object;
    const read = reading.parse({ operation: 'alpha.search', body: large, options: wrong }, never);
    await expect(read).rejects.toThrow('The option "page" must be an integer');
  });
});

describe('an aborted signal', () => {
  const endless = bytes(largePages.references!(8_000_000));

  test('ends the thread, and the next page is parsed', async () => {
    const reading = start();
    const reason = new Error('time is up');
    const abort = new AbortController();
    const read = reading.parse({ operation: 'alpha.search', body: endless, options: {} }, abort.signal);
    setTimeout(() => abort.abort(reason), 20);
    await expect(read).rejects.toBe(reason);
    const next = await reading.parse({ operation: 'alpha.search', body: large, options }, never);
    expect(next.organic_results.length).toBeGreaterThan(9);
  });

  test('removes a waiting page', async () => {
    const abort = new AbortController();
    const small = bytes(paddedPage('tea', 10));
    const reading = start();
    const read = reading.parse({ operation: 'alpha.search', body: small, options }, abort.signal);
    expect(reading.waiting()).toBe(1);
    abort.abort(new Error('time is up'));
    await expect(read).rejects.toThrow('time is up');
    expect(reading.waiting()).toBe(0);
  });
});

test('large pages beyond the queue limit are rejected as overload, first those of the caller with most of them', async () => {
  const reading = start();
  const page = { operation: 'alpha.search', body: large, options } as const;
  const abort = new AbortController();
  const read = (caller: string) =>
    reading.parse(page, abort.signal, caller).then(
      () => 'read',
      (error: { code: string }) => error.code,
    );
  const flood = Array.from({ length: 40 }, () => read('one'));
  expect(await flood.at(-1)).toBe('overloaded');
  expect(reading.waiting()).toBe(12);
  const others = Array.from({ length: 5 }, () => read('another'));
  expect(await others.at(-1)).toBe('overloaded');
  expect(reading.waiting()).toBe(16);
  abort.abort(Object.assign(new Error('enough'), { code: 'enough' }));
  expect(new Set(await Promise.all([...flood, ...others]))).toEqual(new Set(['enough', 'overloaded']));
});

test('threads serve callers in turn', async () => {
  const reading = start();
  const page = { operation: 'alpha.search', body: large, options } as const;
  const order: string[] = [];
  const read = (caller: string) => reading.parse(page, never, caller).then(() => order.push(caller));
  await Promise.all(['one', 'one', 'one', 'one', 'another', 'another'].map(read));
  expect(order).toEqual(['one', 'another', 'one', 'another', 'one', 'one']);
});

test('a page that waits for a thread is removed when its signal aborts, and the next is parsed', async () => {
  const reading = start();
  const page = { operation: 'alpha.search', body: large, options } as const;
  const abort = new AbortController();
  const first = reading.parse(page, never, 'one');
  const left = reading.parse(page, abort.signal, 'one');
  const last = reading.parse(page, never, 'one');
  expect(reading.waiting()).toBe(2);
  abort.abort(new Error('time is up'));
  await expect(left).rejects.toThrow('time is up');
  expect(reading.waiting()).toBe(1);
  expect((await Promise.all([first, last])).length).toBe(2);
});

test('pages that arrive together are parsed in one turn of the event loop each', async () => {
  const reading = start();
  const body = bytes(paddedPage('tea', 10));
  let rounds = 0;
  const count = () => {
    rounds += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  await Promise.all(
    Array.from({ length: 10 }, () => reading.parse({ operation: 'alpha.search', body, options }, never)),
  );
  clearImmediate(counting);
  expect(rounds).toBeGreaterThanOrEqual(9);
});

describe('ordinary pages parsed on threads', () => {
  const small = bytes(paddedPage('tea', 10));

  /** Parses pages that arrive together until a thread helps; returns how many of them it has parsed. */
  async function parsedOnThreads(reading: PageParser, signal = never): Promise<number> {
    const run = vi.spyOn(Piscina.prototype, 'run');
    onTestFinished(() => run.mockRestore());
    for (let tries = 0; tries < 500; tries += 1) {
      run.mockClear();
      const page = { operation: 'alpha.search', body: small, options } as const;
      const pages = await Promise.all(Array.from({ length: 40 }, () => reading.parse(page, signal)));
      expect(new Set(pages.map(({ organic_results }) => organic_results.length)).size).toBe(1);
      const { calls, settledResults } = run.mock;
      const isOurs = (index: number) => calls[index]?.[0].options === options; // the page that starts a thread has others
      const parsed = settledResults.filter(({ type }, index) => type === 'fulfilled' && isOurs(index)).length;
      if (parsed > 0) return parsed;
      await sleep(200); // leaves the processor to threads that are starting
    }
    return 0;
  }

  test('are taken from the queue once a thread has started', async () => {
    expect(await parsedOnThreads(start())).toBeGreaterThan(0);
  });

  test('keep the state of an unusable page', async () => {
    const reading = start();
    await parsedOnThreads(reading);
    const wall = bytes('<html><body>no results page</body></html>');
    const reads = Array.from({ length: 20 }, () =>
      reading.parse({ operation: 'alpha.search', body: wall, options }, never).catch((error: unknown) => error),
    );
    const faults = await Promise.all(reads);
    expect(faults.every((fault) => isPageError(fault) && fault.state === 'unrecognised')).toBe(true);
  });

  test('are not returned to a caller that has aborted', async () => {
    const reading = start();
    await parsedOnThreads(reading);
    const abort = new AbortController();
    const reads = Array.from({ length: 20 }, () =>
      reading.parse({ operation: 'alpha.search', body: small, options }, abort.signal),
    );
    abort.abort(new Error('time is up'));
    const ends = await Promise.allSettled(reads);
    expect(ends.map((end) => end.status === 'rejected' && end.reason.message)).toEqual(reads.map(() => 'time is up'));
    expect(await parsedOnThreads(reading)).toBeGreaterThan(0);
  });
});
