import { PageError } from '../../errors.js';
import type { Page } from '../../page/page.js';
import type { Engine } from '../../results/responses.js';
import { engineEvidence, engineNames, showsOtherEngine } from './engines.js';
import { tabEvidence } from './tabs.js';

/** `<engine>.<tab>`, such as `alpha.search` and `alpha.images`. */
export type PageKind = `${Engine}.${string}`;

/** The kind that a page shows signs of; undefined if no engine has more signs than the others. */
export function detectPageKind(page: Page): PageKind | undefined {
  const evidence = engineEvidence(page);
  const [first, second] = engineNames.toSorted((a, b) => evidence[b] - evidence[a]) as [Engine, Engine];
  if (evidence[first] === evidence[second]) return undefined;
  return `${first}.${maxSigns(tabEvidence(first, page).signs) ?? 'search'}`;
}

/**
 * Refuses a page with more signs of another engine, or of another tab of this one, than of what was asked. A page
 * without signs is read as what was asked.
 *
 * @throws {PageError} `wrong_page`, reason `kind`
 */
export function checkKind(asked: PageKind, page: Page): void {
  const [engine, tab] = asked.split('.') as [Engine, string];
  const answered = showsOtherEngine(engine, page, minSigns) ? detectPageKind(page) : otherTab(engine, tab, page);
  if (answered !== undefined) throw new PageError('wrong_page', { reason: 'kind', asked, answered });
}

/** Whether a page shows a sign of its tab: its form, its pager, its tools, or a tab bar without it. */
export function showsKind(kind: PageKind, page: Page): boolean {
  const [engine, tab] = kind.split('.') as [Engine, string];
  return (tabEvidence(engine, page).signs.get(tab) ?? 0) > 0;
}

/** Minimum number of signs of another engine to refuse a page: one may come from a row. */
const minSigns = 2;

function otherTab(engine: Engine, tab: string, page: Page): PageKind | undefined {
  const { signs, linked } = tabEvidence(engine, page);
  const own = signs.get(tab) ?? 0;
  const best = maxSigns(signs, tab);
  const isLinked = own === 0 && linked.has(tab); // a page whose pager stays in the tab may link to the tab anywhere
  if (!isLinked && (best === undefined ? 0 : signs.get(best)!) <= own) return undefined;
  return `${engine}.${best ?? (linked.has('search') ? 'other' : 'search')}`;
}

/** The tab with the most signs, except `without`. */
function maxSigns(signs: ReadonlyMap<string, number>, without?: string): string | undefined {
  const others = [...signs].filter(([tab]) => tab !== without);
  return others.sort((a, b) => b[1] - a[1])[0]?.[0];
}
