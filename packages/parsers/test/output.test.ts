import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { PageError } from '../src/index.js';
import { allExtras, breachesOf } from './support/breaches.js';
import { disturb } from './support/disturb.js';
import { randomNumbers } from './support/generated-pages.js';
import { readCaptures } from './support/pages.js';

const captures = readCaptures(fileURLToPath(new URL('../../../fixtures/pages', import.meta.url)));
const others = captures.map(({ text }) => text);

/** The number of changed pages. `pnpm fuzz` reads changed real pages, with a configurable number. */
const changed = 2_000;

it('guarantees valid links, texts and numbers for randomly changed pages', () => {
  const breaches: string[] = [];
  let read = 0;
  for (let i = 0; i < changed; i++) {
    const random = randomNumbers(i + 1);
    const page = captures[Math.floor(random() * captures.length)]!;
    const body = disturb({ page: page.text, others, random });
    try {
      breaches.push(...breachesOf(page.parse(body, allExtras(page))).map((breach) => `${page.name} ${i}${breach}`));
      read += 1;
    } catch (error) {
      if (!(error instanceof PageError)) throw error;
    }
  }
  expect(breaches).toEqual([]);
  expect(read).toBeGreaterThan(changed / 2);
}, 600_000);

it('breachesOf finds invalid links, texts and numbers', () => {
  const row = { title: '', domain: 'tea.example', link: '//pot', position: 1.5 };
  const result = { organic_results: [row], answer: { text: '\u202etea\ud83c', value: Number.NaN } };
  expect(breachesOf(result)).toHaveLength(5);
  expect(
    breachesOf({ organic_results: [{ ...row, title: 'Tea', link: 'https://tea.example/', position: 1 }] }),
  ).toEqual([]);
});
