import { beforeEach, expect, test } from 'vitest';
import type { PageReadResult } from '../../src/extract/extractor.js';
import { createExtractPages } from '../../src/extract/found-pages.js';
import { createLineCharger, type LineChargeRecord } from '../../src/jobs/batch/line-results.js';
import { parseApiKey } from '../../src/limits/keys/api-key.js';
import { createLimiter, type Limiter } from '../../src/limits/limiter.js';
import { createConcurrencySlots } from '../../src/limits/slots.js';
import { collectGarbage } from '../helpers/garbage.js';

const key = parseApiKey('key-of-a-line-that-is-taken-over', { disabled: false })!;
const rows = ['a', 'b', 'c', 'd'].map((name, index) => ({ position: index + 1, link: `https://${name}.example/` }));

let limiter: Limiter;
/** The payment stored for the line, and whether this server still holds the lease. */
let stored = 0;
let isHeld = true;

beforeEach(() => {
  const rate = { requests: 1000, seconds: 60 };
  limiter = createLimiter({ defaults: { rate, lookupRate: rate, perDay: 1000, perMonth: 1000 } });
  stored = 0;
  isHeld = true;
});

const used = async () => (await limiter.limitStatuses(key)).find(({ name }) => name === 'day')?.used;

/** One server's attempt at a line: the search, then the pages. @param read reads a page; never resolves by default */
async function tryLine(
  read: (link: string) => Promise<PageReadResult> = () => new Promise(() => {}),
  pages = rows.length,
) {
  let paid = stored; // from the lease
  const payment: LineChargeRecord = {
    paid: () => paid,
    async record(paying) {
      if (isHeld) stored = paid = paying;
      return isHeld;
    },
    async drop() {
      if (isHeld) stored = paid = 0;
      return isHeld;
    },
  };
  const payer = createLineCharger(limiter, 1, payment);
  const refundPages = await payer.search(key, 1);
  const extract = createExtractPages({
    extractor: { read, close: async () => {} },
    limiter,
    slots: createConcurrencySlots(Number.POSITIVE_INFINITY),
    timeout: 60_000,
  });
  const terms = { key, signal: new AbortController().signal, payment: payer.pages };
  return { refundPages, extracted: extract(rows, { ...terms, extract: { pages, maxChars: 1000 } }) };
}

const page = async (link: string): Promise<PageReadResult> => ({ state: link.includes('c.') ? 'unreachable' : 'read' });
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

test('a server that takes over a line pays neither for its search nor for its pages again', async () => {
  await tryLine();
  await settled(); // killed while pages are being read
  expect([stored, await used()]).toEqual([1 + 4, 1 + 4]);
  await tryLine();
  await settled();
  const { extracted } = await tryLine(page);
  expect((await extracted).map(({ state }) => state)).toEqual(['read', 'read', 'unreachable', 'read']);
  expect([stored, await used()]).toEqual([1 + 3, 1 + 3]);
});

test('a server that takes over after settlement pays only for what was refunded', async () => {
  await (await tryLine(page)).extracted;
  expect(await used()).toBe(1 + 3);
  await (await tryLine(async () => ({ state: 'read' }))).extracted;
  expect([stored, await used()]).toEqual([1 + 4, 1 + 4]);
});

test('fewer pages in the second attempt lead to a refund', async () => {
  await tryLine();
  await settled();
  await (await tryLine(page, 1)).extracted;
  expect([stored, await used()]).toEqual([1 + 1, 1 + 1]);
});

test('a failed search in the second attempt is refunded in full', async () => {
  await tryLine();
  await settled();
  const { refundPages, extracted } = await tryLine();
  void extracted;
  await refundPages();
  expect([stored, await used()]).toEqual([0, 0]);
});

test('a server that has lost the line neither charges nor refunds', async () => {
  await tryLine();
  await settled();
  isHeld = false;
  const { extracted } = await tryLine(page);
  await expect(extracted).rejects.toMatchObject({ code: 'shutting_down' });
  expect([stored, await used()]).toEqual([1 + 4, 1 + 4]);
  stored = 0;
  await expect(tryLine(page)).rejects.toMatchObject({ code: 'shutting_down' });
  expect(await used()).toBe(1 + 4);
});

test('pages of which nothing arrives are given up in time, and refunded', async () => {
  const extract = createExtractPages({
    extractor: {
      read: (_, { signal }) =>
        new Promise((_done, fail) => signal.addEventListener('abort', () => fail(signal.reason))),
      close: async () => {},
    },
    limiter,
    slots: createConcurrencySlots(Number.POSITIVE_INFINITY),
    timeout: 500,
  });
  const { signal } = new AbortController();
  const extracted = extract(rows, { key, signal, extract: { pages: 2, maxChars: 1000 } });
  await settled();
  collectGarbage();
  expect((await extracted).map(({ state }) => state)).toEqual(['timeout', 'timeout']);
  expect(await used()).toBe(0);
});
