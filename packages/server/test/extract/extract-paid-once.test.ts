import { beforeEach, expect, test } from 'vitest';
import type { PageText } from '../../src/extract/extractor.js';
import { createPageExtraction } from '../../src/extract/found-pages.js';
import { createLinePayer, type LinePayment } from '../../src/jobs/batch/line-payment.js';
import { parseApiKey } from '../../src/limits/keys/api-key.js';
import { createLimiter, type Limiter } from '../../src/limits/limiter.js';
import { createSlots } from '../../src/limits/slots.js';

const key = parseApiKey('key-of-a-line-that-is-taken-over', { disabled: false })!;
const rows = ['a', 'b', 'c', 'd'].map((name, index) => ({ position: index + 1, link: `https://${name}.example/` }));

let limiter: Limiter;
/** What the store has noted for the line, and whether this server still has it. */
let noted = 0;
let isHeld = true;

beforeEach(() => {
  const rate = { requests: 1000, seconds: 60 };
  limiter = createLimiter({ defaults: { rate, lookupRate: rate, perDay: 1000, perMonth: 1000 } });
  noted = 0;
  isHeld = true;
});

const used = async () => (await limiter.standings(key)).find(({ name }) => name === 'day')?.used;

/** One server's try at a line: its search, then the pages. @param read what becomes of each page; pending for ever by default */
async function tryLine(read: (link: string) => Promise<PageText> = () => new Promise(() => {}), pages = rows.length) {
  let paid = noted; // what the lease says
  const payment: LinePayment = {
    paid: () => paid,
    async note(paying) {
      if (isHeld) noted = paid = paying;
      return isHeld;
    },
    async drop() {
      if (isHeld) noted = paid = 0;
      return isHeld;
    },
  };
  const payer = createLinePayer(limiter, 1, payment);
  const giveBack = await payer.search(key, 1);
  const extract = createPageExtraction({
    extractor: { read, close: async () => {} },
    limiter,
    slots: createSlots(Number.POSITIVE_INFINITY),
    timeout: 60_000,
  });
  const terms = { key, signal: new AbortController().signal, payment: payer.pages };
  return { giveBack, extracted: extract(rows, { ...terms, extract: { pages, maxChars: 1000 } }) };
}

const page = async (link: string): Promise<PageText> => ({ state: link.includes('c.') ? 'unreachable' : 'read' });
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

test('whoever takes a line over pays neither for its search nor for its pages again', async () => {
  await tryLine();
  await settled(); // killed while the pages come
  expect([noted, await used()]).toEqual([1 + 4, 1 + 4]);
  await tryLine();
  await settled();
  const { extracted } = await tryLine(page);
  expect((await extracted).map(({ state }) => state)).toEqual(['read', 'read', 'unreachable', 'read']);
  expect([noted, await used()]).toEqual([1 + 3, 1 + 3]);
});

test('killed once the pages were read and settled, the next one pays for what was given back alone', async () => {
  await (await tryLine(page)).extracted;
  expect(await used()).toBe(1 + 3);
  await (await tryLine(async () => ({ state: 'read' }))).extracted;
  expect([noted, await used()]).toEqual([1 + 4, 1 + 4]);
});

test('where fewer pages are found the second time, the rest is given back', async () => {
  await tryLine();
  await settled();
  await (await tryLine(page, 1)).extracted;
  expect([noted, await used()]).toEqual([1 + 1, 1 + 1]);
});

test('where the search fails the second time, all of it is given back', async () => {
  await tryLine();
  await settled();
  const { giveBack, extracted } = await tryLine();
  void extracted;
  await giveBack();
  expect([noted, await used()]).toEqual([0, 0]);
});

test('a server that has lost the line takes nothing and gives nothing back that is not its own', async () => {
  await tryLine();
  await settled();
  isHeld = false;
  const { extracted } = await tryLine(page);
  await expect(extracted).rejects.toMatchObject({ code: 'shutting_down' });
  expect([noted, await used()]).toEqual([1 + 4, 1 + 4]);
  noted = 0;
  await expect(tryLine(page)).rejects.toMatchObject({ code: 'shutting_down' });
  expect(await used()).toBe(1 + 4);
});
