import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const charts = join(packageFolder, 'public/charts');
const textOf = (file: string) => readFileSync(file, 'utf8');

test('the charts match the latest measured results', () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-charts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  execFileSync(process.execPath, [join(packageFolder, 'scripts/charts.mjs'), folder]);
  const drawn = readdirSync(folder);
  expect(drawn.toSorted()).toEqual(['load.svg', 'machine.svg', 'speed.svg', 'survival.svg']);
  for (const name of drawn) expect(textOf(join(charts, name)), name).toBe(textOf(join(folder, name)));
});

test.each(readdirSync(charts))('%s has colours for light and dark, a title, and is used in a document', (name) => {
  const svg = textOf(join(charts, name));
  expect(svg).toMatch(/^<svg [^>]*role="img" aria-label="[^"]+"/);
  expect(svg).toContain('prefers-color-scheme:dark');
  const readme = textOf(join(packageFolder, '../../README.md'));
  const guides = readdirSync(join(packageFolder, 'guides')).map((file) => textOf(join(packageFolder, 'guides', file)));
  expect([readme, ...guides].some((text) => text.includes(`charts/${name}`))).toBe(true);
});

test('the figures in descriptions of charts are those of the charts', () => {
  const documents = ['index.md', ...readdirSync(join(packageFolder, 'guides')).map((file) => join('guides', file))];
  const images = documents.flatMap((file) => [
    ...textOf(join(packageFolder, file)).matchAll(/src="\/charts\/(?<name>\w+\.svg)" alt="(?<alt>[^"]+)"/g),
  ]);
  expect(images.length).toBeGreaterThan(3);
  for (const { groups: { name = '', alt = '' } = {} } of images) {
    const shown = textOf(join(charts, name)).replace(/<style>.*?<\/style>|<[^>]*>/gs, ' ');
    const missing = (alt.match(/(?<![a-z\d.])\d+(?:\.\d+)?/g) ?? []).filter(
      (figure) => !new RegExp(`\\b${figure}\\b`).test(shown),
    );
    expect([name, missing]).toEqual([name, []]);
  }
});
