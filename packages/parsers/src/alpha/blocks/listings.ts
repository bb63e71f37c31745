import { contains, type Element, hrefOf, isElement } from '../../html/tree.js';
import { splitLinesAtMiddleDots } from '../../page/line-parts.js';
import { anchorsWithin, elementsWithin, firstWithin, headingsWithin } from '../../page/lists.js';
import { holdsElement, oncePerPage, type Page } from '../../page/page.js';
import { isSectionHeading } from '../../page/roles.js';
import { textOf } from '../../page/text.js';
import { hasRenderedText } from '../../page/visible.js';
import type { Located } from '../../reading/blocks/located.js';
import { withoutUndefined } from '../../reading/found.js';
import type { Listing } from '../../results/block-items.js';
import type { AlphaBlocks } from '../../results/blocks.js';
import { isDateText } from '../../words/dates.js';
import { isDurationInWords, isPrice } from '../../words/numbers.js';
import { digit } from '../../words/text.js';
import { engineServiceOf, hostAndPathOf, isSearchHost } from '../hosts.js';
import { propertyElements } from '../knowledge-graph/facts.js';
import { externalTargetIn, isSearchLink, parameterOf } from '../links.js';
import { disclosureControls } from './controls.js';
import { type Section, type SectionedPage, widestBlockAround } from './layout.js';
import { ratingAndReviewsIn } from './local-results.js';

/** The blocks whose items are offers or entries of a list. */
type ListingKind = 'hotels' | 'flights' | 'recipes' | 'jobs' | 'events' | 'scholarly';
export type Listings = Pick<{ [Name in keyof AlphaBlocks]: readonly Located<Listing>[] }, ListingKind>;

/** Reads the sections of offers and entries, each of one kind. */
export function readListings({ page, sections }: SectionedPage): Listings {
  const listings: Record<ListingKind, Located<Listing>[]> = {
    hotels: [],
    flights: [],
    recipes: [],
    jobs: [],
    events: [],
    scholarly: [],
  };
  for (const section of sections) {
    if (elementsWithin(disclosureControls(page), section.block).length > 1) continue; // links in answers may lead anywhere
    const kind = kindByTargets(page, section);
    const block =
      kind === 'events' ? (firstWithin(markedAsEvents(page), section.block) ?? section.block) : section.block;
    const items =
      kind === undefined && !mayBeRecipes(page, section) ? [] : itemsIn(page, { heading: section.heading, block });
    const isRecipes =
      items.length > 1 && items.filter(({ item }) => item.time !== undefined).length * 2 >= items.length;
    if (kind !== undefined) listings[kind].push(...items);
    else if (isRecipes) listings.recipes.push(...items);
  }
  return listings;
}

/** The kind of a section, by the targets of its links or a marked property. */
function kindByTargets(page: Page, { block }: Section): ListingKind | undefined {
  for (const anchor of anchorsWithin(page, block)) {
    const kind = kindOfTarget(hrefOf(anchor));
    if (kind !== undefined) return kind;
  }
  return firstWithin(markedAsEvents(page), block) === undefined ? undefined : 'events';
}

const markedAsEvents: (page: Page) => readonly Element[] = oncePerPage((page) =>
  propertyElements(page).flatMap(({ element, property }) => (/(?::|upcoming )events$/.test(property) ? [element] : [])),
);

function kindOfTarget(href: string): ListingKind | undefined {
  if (engineServiceOf(href) === 'scholar') return 'scholarly';
  if (isSearchLink(href)) {
    const tool = parameterOf(href, 'ibp') ?? '';
    if (tool.startsWith('htl;jobs') || parameterOf(href, 'udm') === '8') return 'jobs';
    return tool.startsWith('htl;events') ? 'events' : undefined;
  }
  const place = href.includes('/travel/') || href.includes('/flights') ? hostAndPathOf(href) : undefined;
  if (place === undefined || !isSearchHost(place.hostname)) return undefined;
  if (/^\/(?:travel\/)?flights/.test(place.pathname)) return 'flights';
  return /^\/travel\/(?:hotels|search|clk)/.test(place.pathname) ? 'hotels' : undefined;
}

function mayBeRecipes(page: Page, { block }: Section): boolean {
  return (
    block.last - block.order < maxSectionElements &&
    anchorsWithin(page, block).length > 1 &&
    holdsElement(page, block, holdsDigit) &&
    splitLinesAtMiddleDots(block).some(isDurationInWords)
  );
}

function holdsDigit({ children }: Element): boolean {
  return children.some((child) => !isElement(child) && digit.test(child.data));
}

/** Maximum number of elements in a section: a larger one is the page. */
const maxSectionElements = 4000;

/** The entries of a section: each around a heading below the section's level, else around a link with text. */
function itemsIn(page: Page, { heading, block }: Section): Located<Listing>[] {
  const headings = headingsWithin(page, block).filter((inner) => !isSectionHeading(inner) && hasRenderedText(inner));
  const links = anchorsWithin(page, block).filter((anchor) => !contains(heading, anchor) && hasRenderedText(anchor));
  const marks = headings.length > 1 ? headings : links;
  const bounds = [heading, ...marks].sort((one, other) => one.order - other.order);
  const items = new Map<string, Located<Listing>>();
  for (const mark of marks) {
    const around = widestBlockAround(mark, bounds);
    const item = readListing(page, mark, contains(block, around) ? around : mark);
    if (item !== undefined && !items.has(item.title)) items.set(item.title, { item, element: mark });
  }
  return [...items.values()];
}

function readListing(page: Page, mark: Element, block: Element): Listing | undefined {
  const parts = splitLinesAtMiddleDots(block);
  const title = mark.name === 'a' ? (splitLinesAtMiddleDots(mark).find(isName) ?? '') : textOf(mark);
  const others = parts.filter((part) => part !== title && /[\p{L}\p{N}]/u.test(part));
  if (title === '' || others.length === 0) return undefined; // a link to more of them
  const link = externalTargetIn(page, block);
  const price = others.find(isPrice);
  const rating = ratingAndReviewsIn(others);
  const date = others.find(isDateText) ?? others.find(isDayOfYear);
  const time = others.find((part) => isDurationInWords(part) || clockTimes.test(part));
  const rest = others.filter((part) => ![price, date, time].includes(part) && !isRating(part));
  const [source, ...details] = rest;
  return {
    title,
    ...(link !== '' && { link }),
    ...(source !== undefined && isName(source) && source.length <= maxNameLength && { source }),
    ...withoutUndefined({ price }),
    ...rating,
    ...withoutUndefined({ date, time }),
    details: source === undefined || source.length <= maxNameLength ? details : rest,
  };
}

/** "Mon, Jan 13": a date of the near future, without its year. */
function isDayOfYear(text: string): boolean {
  return digit.test(text) && isDateText(`${text.replace(weekday, '')}, 2020`);
}

const weekday = /^\p{L}{1,12}\.?,\s/u;

/** "6:05 PM – 8:20 PM" */
const clockTimes = /^\d{1,2}[:.]\d{2}(?:\s?[ap]\.?m\.?)?(?:\s?[–-]\s?\d{1,2}[:.]\d{2}(?:\s?[ap]\.?m\.?)?)?(?:\+\d)?$/i;

function isName(text: string): boolean {
  return /\p{L}/u.test(text) && !isPrice(text) && !isDurationInWords(text);
}

function isRating(text: string): boolean {
  return /^\d[.,]\d(?:\s?\([^()]+\))?$|^\([\d.,\sKM+]+\)$/.test(text);
}

const maxNameLength = 60;
