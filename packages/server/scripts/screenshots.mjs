// Takes the screenshots for the README and the documentation: `pnpm screenshots`, after `pnpm build`. Requires
// Chromium.
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { startSimulator } from '@svc/fixtures';
import { readConfig, startService } from '@svc/server';
import { chromium } from 'playwright-core';

const executablePath = process.env.SVC_TEST_CHROMIUM ?? '/usr/bin/chromium';
const packages = new URL('../../', import.meta.url);
const key = 'key-for-pictures-0123456789abcdef';

/** What is shown, and the file of the picture; `small` is a phone. */
const pictures = [
  {
    files: ['playground/playground.webp', 'docs/public/images/playground.webp'],
    small: 'docs/public/images/playground-640.webp',
    colorScheme: 'light',
  },
  {
    files: ['playground/playground-dark.webp', 'docs/public/images/playground-dark.webp'],
    small: 'docs/public/images/playground-dark-640.webp',
    colorScheme: 'dark',
  },
];

const simulator = await startSimulator();
const settings = { SVC_ADAPTER: 'http', SVC_GATEWAY: simulator.origin, SVC_PORT: '0', SVC_API_KEYS: key };
const service = await startService(readConfig({ ...settings, SVC_LOG_LEVEL: 'silent' }), { startKey: key });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
for (const { files, small, colorScheme } of pictures) {
  const { whole, half } = await take(colorScheme);
  for (const [file, bytes] of [...files.map((name) => [name, whole]), [small, half]]) {
    const path = new URL(file, packages);
    await mkdir(new URL('.', path), { recursive: true });
    await writeFile(path, bytes);
    console.log(fileURLToPath(path), bytes.length);
  }
}
await browser.close();
await service.stop();
await simulator.close();

async function take(colorScheme) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    colorScheme,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(`${service.address}/#key=${key}`);
  await page.locator('.form').waitFor();
  await page.goto(`${service.address}/#search?op=alpha.search&query=how+do+tides+work`);
  await page.locator('#field-query').press('Enter');
  await page.locator('.row').first().waitFor();
  await page.locator('.row').nth(1).hover();
  await page.frameLocator('iframe').locator('[data-svc-here]').waitFor();
  await page.evaluate(() => document.activeElement?.blur());
  const png = await page.screenshot();
  const pictures = { whole: await asWebp(context, png, 1), half: await asWebp(context, png, 0.5) };
  await context.close();
  return pictures;
}

/** Chromium takes screenshots as PNG, and converts them to WebP by drawing them. */
async function asWebp(context, png, scale) {
  const page = await context.newPage();
  const url = await page.evaluate(
    async ({ source, scale }) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.width * scale;
      canvas.height = image.height * scale;
      canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
      return canvas.toDataURL('image/webp', 0.86);
    },
    { source: `data:image/png;base64,${png.toString('base64')}`, scale },
  );
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}
