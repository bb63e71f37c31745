import { PageError } from '../../errors.js';
import type { Page } from '../../page/page.js';
import { type EngineName, engineEvidence, engineNames, showsOther } from './engines.js';
import { tabEvidence } from './tabs.js';

/** What a page is: `<engine>.<tab>`, such as `alpha.search` and `alpha.images`. */
export type PageKind = `${EngineName}.${string}`;

/** What a page says it is, undefined where it shows no more of one engine than of another. */
export function kindOf(page: Page): PageKind | undefined {
  const evidence = engineEvidence(page);
  const [first, second] = engineNames.toSorted((a, b) => evidence[b] - evidence[a]) as [EngineName, EngineName];
  if (evidence[first] === evidence[second]) return undefined;
  return `${first}.${mostSigns(tabEvidence(first, page).signs) ?? 'search'}`;
}

/**
 * Refuses a page that shows more signs of another engine, or of another tab of this one, than of what was asked. A page
 * without either is read as what was asked.
 *
 * @throws {PageError} `wrong_page`, reason `kind`
 */
export function checkKind(asked: PageKind, page: Page): void {
  const [engine, tab] = asked.split('.') as [EngineName, string];
  const answered = showsOther(engine, page, fewestSigns) ? kindOf(page) : otherTab(engine, tab, page);
  if (answered !== undefined) throw new PageError('wrong_page', { reason: 'kind', asked, answered });
}

/** Signs of another engine that a page must show to be refused: one may be a row's. */
const fewestSigns = 2;

function otherTab(engine: EngineName, tab: string, page: Page): PageKind | undefined {
  const { signs, linked } = tabEvidence(engine, page);
  const own = signs.get(tab) ?? 0;
  const best = mostSigns(signs, tab);
  const isLinked = own === 0 && linked.has(tab); // a page that pages on in its tab may link to it anywhere
  if (!isLinked && (best === undefined ? 0 : signs.get(best)!) <= own) return undefined;
  return `${engine}.${best ?? (linked.has('search') ? 'other' : 'search')}`;
}

/** The tab with the most signs, of those beside `without`. */
function mostSigns(signs: ReadonlyMap<string, number>, without?: string): string | undefined {
  const others = [...signs].filter(([tab]) => tab !== without);
  return others.sort((a, b) => b[1] - a[1])[0]?.[0];
}
