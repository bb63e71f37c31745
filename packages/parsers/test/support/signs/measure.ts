import { parse, serialize } from 'parse5';
import type { SavedPage } from '../pages.js';
import { outcomeOf } from '../parsers.js';
import { redesigns } from '../redesigns/redesigns.js';
import { changes } from './changes.js';
import type { Change } from './changing.js';
import { furtherShapes } from './further-shapes.js';
import { hiddenWords } from './hidden-words.js';
import { Losses } from './losses.js';
import { rowShapes } from './row-shapes.js';
import { placesOf, type ReadRow } from './rows-of.js';
import { ruledAway } from './ruled-away.js';
import { reasonToKeep, signsOf, without } from './signs.js';
import type { SourceWords } from './source-words.js';
import { titleLinks } from './title-links.js';

/** The losses without a sign or after a change. */
export interface Trial {
  readonly operation: string;
  /** The sign, or the name of the change. */
  readonly name: string;
  readonly losses: Losses;
}

export interface MeasureOptions {
  /** The names in the source of the parsers. */
  readonly words: SourceWords;
  /** Whether a sign or a change is measured. */
  readonly isTried: (name: string) => boolean;
}

/**
 * Removes from each page, one at a time, each sign that the source mentions, and applies each of the named changes.
 * Compares the readings with those of the original page. Pages without the sign are not counted.
 */
export function measureSigns(pages: Iterable<SavedPage>, options: MeasureOptions): Trial[] {
  const trials = new Map<string, Trial>();
  for (const page of pages) {
    if (!markup.test(page.text)) continue; // a reply of JSON has no signs
    const { operation } = page;
    tryPage(page, options, (name, before, after) => {
      const key = `${operation} ${name}`;
      const trial = trials.get(key) ?? { operation, name, losses: new Losses() };
      trials.set(key, trial);
      trial.losses.add(before, after);
    });
  }
  return [...trials.values()];
}

const markup = /^\s*</;

const allChanges: Readonly<Record<string, Change>> = {
  ...changes,
  ...rowShapes,
  ...hiddenWords,
  ...furtherShapes,
  ...ruledAway,
  ...titleLinks,
  ...Object.fromEntries(
    Object.entries(redesigns).map(
      ([name, redesign]) => [name, ({ document }) => redesign(document)] satisfies [string, Change],
    ),
  ),
};

type Counter = (name: string, before: object, after: object) => void;

function tryPage(page: SavedPage, { words, isTried }: MeasureOptions, count: Counter): void {
  const document = parse(page.text);
  // Read only if something is tried on the page, which is seldom so if few signs are measured.
  let original: object | undefined;
  const before = () => {
    original ??= read(page, serialize(document));
    return original;
  };
  for (const [sign, elements] of signsOf(document, words)) {
    if (reasonToKeep(sign) !== undefined || !isTried(sign)) continue;
    count(
      sign,
      before(),
      without(sign, elements, () => read(page, serialize(document))),
    );
  }
  for (const [name, change] of Object.entries(allChanges)) {
    if (!isTried(name)) continue;
    const changed = parse(page.text);
    const rows = placesOf(changed, rowsIn(before()));
    if (change({ document: changed, operation: page.operation, rows }))
      count(name, before(), read(page, serialize(changed)));
  }
}

function read({ parse: parser }: SavedPage, text: string): object {
  return outcomeOf((body) => parser(body, { dates: true }), text);
}

function rowsIn(outcome: object): readonly ReadRow[] {
  return 'organic_results' in outcome ? (outcome.organic_results as ReadRow[]) : [];
}
