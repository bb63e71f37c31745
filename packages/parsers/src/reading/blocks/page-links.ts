import { type Element, hrefOf } from '../../html/tree.js';
import type { Page } from '../../page/page.js';

/** The meaning of links on an engine's pages, by their `href`. */
export interface EngineLinks {
  /** The external page that a link leads to; undefined if none. */
  readonly targetOf: (href: string) => string | undefined;
  /** The query that a link searches the engine for; `''` for any other link. */
  readonly queryOf: (href: string) => string;
  /**
   * The engine's other service that a link leads to: `images`, `videos`, `news`, `maps` …; undefined for any other
   * link.
   */
  readonly serviceOf: (href: string) => string | undefined;
  /** Whether a link counts a click on an advertisement. */
  readonly isAdClick: (href: string) => boolean;
  /** Whether a link leads to another page of the list. */
  readonly isPager: (href: string) => boolean;
  /** Parameters that show that a link with a query is not a suggestion: filters, entities, corrections, other pages. */
  readonly otherPurposes: readonly string[];
}

/**
 * The links of a page, by what they lead to. Each list is in page order, so that the links of a part are a slice of it:
 * most parts have no link of a kind, and a reader of that kind skips them without looking at their links.
 */
export interface PageLinks extends EngineLinks {
  /** The links that count clicks on advertisements. */
  readonly ads: readonly Element[];
  /** The links to external pages. */
  readonly outside: readonly Element[];
  /** The links that search for a query. */
  readonly searches: readonly Element[];
  /** The links to one of the engine's other services. */
  readonly to: (service: string) => readonly Element[];
}

/** Sorts the links of a page. Each is read once, because many blocks look at the same links. */
export function linksOf({ anchors }: Page, engine: EngineLinks): PageLinks {
  const targetOf = remembered(engine.targetOf);
  const queryOf = remembered(engine.queryOf);
  const serviceOf = remembered(engine.serviceOf);
  const [ads, outside, searches]: [Element[], Element[], Element[]] = [[], [], []];
  const byService = new Map<string, Element[]>();
  for (const anchor of anchors) {
    const href = hrefOf(anchor);
    if (engine.isAdClick(href)) ads.push(anchor);
    if (targetOf(href) !== undefined) outside.push(anchor);
    if (queryOf(href) !== '') searches.push(anchor);
    const service = serviceOf(href);
    if (service === undefined) continue;
    const known = byService.get(service);
    if (known === undefined) byService.set(service, [anchor]);
    else known.push(anchor);
  }
  const to = (service: string): readonly Element[] => byService.get(service) ?? [];
  return { ...engine, targetOf, queryOf, serviceOf, ads, outside, searches, to };
}

function remembered<T>(read: (href: string) => T): (href: string) => T {
  const known = new Map<string, T>();
  return (href) => {
    const before = known.get(href);
    if (before !== undefined || known.has(href)) return before as T;
    const found = read(href);
    known.set(href, found);
    return found;
  };
}
