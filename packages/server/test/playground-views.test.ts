import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectFit, hasChromium, looks, noChromium, type Playground, startPlayground } from './helpers/playground.js';

if (!hasChromium) test.skip(noChromium, () => {});

const search = (query: string, operation = 'alpha.search') =>
  `#search?op=${operation}&query=${encodeURIComponent(query)}`;

async function run(page: Page): Promise<void> {
  await page.locator('#field-query').press('Enter');
  await page.locator('.found, .problem, .notice').first().waitFor();
}

async function inspect(page: Page): Promise<void> {
  await run(page);
  await page.getByRole('button', { name: 'Inspect the page' }).click();
  await page.locator('.mark').first().waitFor();
}

/** Every view, and the steps that lead to it. */
const views: Record<string, { hash: string; act?: (page: Page) => Promise<void> }> = {
  'the start view': { hash: '' },
  'every field of a form': {
    hash: '',
    act: async (page) => {
      await page.getByRole('button', { name: 'Options' }).click();
      await page.getByRole('button', { name: 'What gl means' }).click();
    },
  },
  'suggested places': {
    hash: '',
    act: async (page) => {
      await page.locator('#field-location').fill('lisb');
      await page.locator('[role=option]').first().waitFor();
    },
  },
  'results, panel and blocks': { hash: search('river ferry'), act: run },
  'a highlighted row': {
    hash: search('river ferry'),
    act: async (page) => {
      await run(page);
      await page.locator('.row').nth(2).hover();
      await page.frameLocator('iframe').locator('[data-svc-here]').waitFor();
    },
  },
  'products and ads': { hash: search('best running shoes'), act: run },
  videos: { hash: search('river ferry', 'alpha.videos'), act: run },
  suggestions: { hash: search('river ferry', 'alpha.autocomplete'), act: run },
  'no results': { hash: search('river ferry sim:no_results'), act: run },
  'an engine that asks for a captcha': { hash: search('river ferry sim:captcha'), act: run },
  'invalid fields': { hash: `${search('a')}&gl=xx&location=Atlantis`, act: run },
  code: {
    hash: search('river ferry', 'gamma.search'),
    act: async (page) => {
      await run(page);
      await page.getByRole('tab', { name: 'Code' }).click();
    },
  },
  'the inspector without a page': { hash: '#inspect' },
  'a page in the inspector': { hash: search('river ferry'), act: inspect },
  'dropped candidates': {
    hash: search('river ferry'),
    act: async (page) => {
      await inspect(page);
      await page.getByRole('tab', { name: /^Dropped/ }).click();
    },
  },
  'a rejected page': {
    hash: '#inspect',
    act: async (page) => {
      await page.getByText('Paste a page').click();
      await page.getByLabel('Source of the page').fill('<!doctype html><title>?</title><p>Nothing that is known');
      await page.getByRole('button', { name: 'Inspect it' }).click();
      await page.locator('.problem').waitFor();
    },
  },
  'the list of shortcuts': {
    hash: '',
    act: (page) => page.getByRole('button', { name: 'Keyboard shortcuts' }).click(),
  },
  history: {
    hash: search('river ferry', 'gamma.search'),
    act: async (page) => {
      await run(page);
      await page.getByRole('navigation').getByRole('link', { name: 'History' }).click();
      await page.locator('.history-row').waitFor();
    },
  },
};

describe.skipIf(!hasChromium)('the playground', () => {
  let playground: Playground;
  beforeAll(async () => {
    playground = await startPlayground();
  });
  afterAll(() => playground?.close());

  const numbered = Object.entries(views).map(([name, view], index) => [name, view, index] as const);
  test.each(numbered)('%s: accessible and fits the viewport', async (_view, { hash, act }, index) => {
    const { page, faults } = await playground.open(looks[0][1], hash);
    await act?.(page);
    await expectFit(page, index);
    expect(faults).toEqual([]);
  });

  test.each([
    ['alpha.search', 'how do tides work'],
    ['alpha.search', 'best running shoes'],
    ['alpha.news', 'energie'],
    ['alpha.videos', 'river ferry'],
    ['beta.search', 'lisbon'],
    ['gamma.search', 'typescript generics'],
  ])('%s: the page for "%s" has spaces between words', async (operation, query) => {
    const { page } = await playground.open(looks[0][1], search(query, operation));
    await run(page);
    const body = page.frameLocator('iframe').locator('body');
    await expect.poll(() => body.innerText()).toContain(query.split(' ')[0]);
    const shown = await body.innerText();
    expect(shown.match(/\S*\p{L}(?:https?:\/\/|www\.)\S*|\p{Ll}{2,}\p{Lu}\p{Ll}+\S*/gu) ?? []).toEqual([]);
  });
});
