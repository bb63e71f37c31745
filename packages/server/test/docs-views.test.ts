import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectFit, hasChromium, looks, noChromium, type Playground, startPlayground } from './helpers/playground.js';

if (!hasChromium) test.skip(noChromium, () => {});

const views = [
  'docs/',
  'docs/reference/alpha-search',
  'docs/reference/types',
  'docs/guides/errors',
  'docs/guides/fixtures',
  'docs/errors/upstream_captcha',
  'docs/no-such-page',
];

describe.skipIf(!hasChromium)('reference and guides', () => {
  let service: Playground;
  beforeAll(async () => {
    service = await startPlayground();
  });
  afterAll(() => service?.close());

  // axe takes most of a minute for the page of all types while other tests run.
  test.each(views.map((view, index) => [view, index] as const))(
    '%s is accessible and fits the viewport',
    async (view, index) => {
      const { page, faults } = await service.open(looks[0][1], view);
      await expectFit(page, index);
      expect(faults).toEqual([]);
    },
  );

  test('searching for an error code leads to the page that explains it', async () => {
    const { page, faults } = await service.open(looks[0][1], 'docs/');
    await page.locator('.DocSearch-Button').click();
    await page.locator('#localsearch-input').fill('no_proxy_available');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => textOf(page)).toContain('no_proxy_available');
    expect(page.url()).not.toMatch(/\/docs\/$/);
    expect(faults).toEqual([]);
  });
});

function textOf(page: Page): Promise<string | null> {
  return page.locator('main').textContent();
}
