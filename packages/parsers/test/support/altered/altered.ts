import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, serialize } from 'parse5';
import { isOperation, type Operation } from '../../../src/index.js';
import { randomNumbers } from '../generated-pages.js';
import { readingOf } from '../redesigned.js';
import type { Document } from '../redesigns/elements.js';
import { type Altering, alter } from './changes.js';

/** Digests of the readings by the name of the page: `<operation>/<slug> <seed> <seed> …`. */
export type RecordedAltered = Readonly<Record<string, string>>;

/** A capture after some alterations, each generated from a seed. */
export interface AlteredPage {
  operation: Operation;
  body: string;
}

/** The page with the given name, generated from the captures in a folder. */
export function alteredPage(folder: string, name: string): AlteredPage {
  const [capture = '', ...seeds] = name.split(' ');
  const operation = capture.split('/')[0];
  if (!isOperation(operation)) throw new Error(`${operation} is not an operation`);
  const document = documentOf(folder, capture);
  for (const seed of seeds) alter(altering(document, { folder, operation, seed: Number(seed) }));
  return { operation, body: serialize(document) };
}

interface Source {
  folder: string;
  operation: Operation;
  seed: number;
}

function altering(document: Document, { folder, operation, seed }: Source): Altering {
  const random = randomNumbers(seed);
  const named = donors[operation] ?? [];
  const slug = named[Math.floor(random() * named.length)];
  return {
    document,
    random,
    donor: () => (slug === undefined ? document : documentOf(folder, `${operation}/${slug}`)),
  };
}

function documentOf(folder: string, capture: string): Document {
  return parse(readFileSync(join(folder, capture, 'page.html'), 'utf8'));
}

/** Captures to take pieces from: those with the most kinds of blocks. */
const donors: Partial<Record<Operation, readonly string[]>> = {
  'alpha.search': [
    ...['typical', 'knowledge-panel', 'ads-local-and-packs', 'images-2026', 'videos-2026', 'discussions-2025'],
    ...['overview-with-source-cards-2026', 'shopping-2020', 'answers-with-headings', 'things-beside-questions'],
    ...[
      'desktop-2026-with-products',
      'desktop-2026-with-top-stories',
      'desktop-2026-with-business',
      'desktop-2026-with-recipes',
    ],
    ...['desktop-2026-with-ads-in-list', 'desktop-2026-with-dictionary', 'desktop-2026-with-featured-snippet'],
    ...[
      'perspectives-2025',
      'single-videos-basic-2022',
      'ads-with-sitelinks-2020',
      'places-2015',
      'panel-with-labels-apart',
    ],
  ],
  'alpha.news': ['typical', 'era-2015-related-stories', 'no-js-basic', 'lite-2020-french', 'desktop-2022-odd-excerpts'],
  'alpha.videos': [
    'typical',
    'cards-2024-odd-excerpts',
    'header-2024-english',
    'no-js-basic',
    'meta-line-2023-odd-excerpts',
  ],
  'beta.search': [
    ...['typical', 'rich-cards', 'panel-2025', 'places-2021', 'generated-answer-2026', 'ads-with-products-2020'],
    ...[
      'answer-passage-2026',
      'answer-stock-2025',
      'questions-in-a-carousel-2025',
      'videos-and-pictures-2022',
      'all-lists-2021',
    ],
  ],
  'gamma.search': [
    'typical',
    'whole-page-2026',
    'packs-and-ads',
    'answer-converter',
    'answer-passage',
    'answer-weather',
  ],
};

/** The names of pages whose readings differ from the recorded ones. */
export function changedAltered(folder: string, recorded: RecordedAltered): string[] {
  return Object.keys(recorded).filter((name) => alteredReading(alteredPage(folder, name)) !== recorded[name]);
}

/** A digest of the reading, computed as for redesigned pages. */
export const alteredReading: (page: AlteredPage) => string = readingOf;
