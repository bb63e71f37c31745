import { attribute, childElements, closest, contains, type Element, hrefOf } from '../../html/tree.js';
import { isOutsideMainContent } from '../../page/frame.js';
import {
  addressElementsIn,
  hasExcerptLength,
  isCite,
  isCitedAddress,
  looksLikeAddress,
  startsWithAddress,
} from '../../page/line-parts.js';
import { isLinked, isUnlinkedText, linesOf } from '../../page/lines.js';
import {
  anchorsWithin,
  elementsWithin,
  firstWithin,
  headingsWithin,
  type Neighbours,
  nextSiblingsOfType,
  parentWithMostBranches,
  widestAround,
} from '../../page/lists.js';
import { findElement, findElements, holdsElement, oncePerPage, type Page } from '../../page/page.js';
import { headingLevelOf, isAnchor } from '../../page/roles.js';
import { textOf } from '../../page/text.js';
import { hasText, isHiddenInAnyWay, isRendered } from '../../page/visible.js';
import { homePagePattern, hostOf } from '../../words/address.js';
import { isGammaPage, listOfResults } from '../landmarks.js';
import { targetOf } from '../links.js';

/** A link that may belong to a row. */
interface LinkOfRow {
  readonly anchor: Element;
  readonly link: string;
  /** The element with its address; undefined on pages that show none. */
  readonly address: Element | undefined;
}

interface AddressedLink extends LinkOfRow {
  readonly address: Element;
}

/** A row of the list as marked up. Its link contains the address line with name and title, or the title, or no text. */
export interface GammaRow extends LinkOfRow {
  /** The widest element that belongs to this row only. */
  readonly block: Element;
  /** The heading that is the title; undefined if the row has none. */
  readonly heading: Element | undefined;
}

/**
 * The rows of the page, in order: links to an external target with an address line. Sitelinks and clusters below a row
 * and cards of videos and news have none; sources of answers are in closed disclosures. If blocks name their kind, only
 * those named as rows count. A fragment must name them unless something else names the engine.
 */
export const rowsIn: (page: Page) => readonly GammaRow[] = oncePerPage((page) => {
  const list = listOfResults(page);
  const roots = list === undefined ? [page.document] : listsOfResults(page);
  const marked = roots.flatMap((root) => markedLinksIn(page, root));
  const links = marked.length > 0 ? marked : unmarkedLinks(page, roots);
  const named = links.filter(({ anchor }) => namedKindOf(anchor) === 'web');
  const isUnknown = list === undefined && !isGammaPage(page);
  const rows = isUnknown || named.length > 0 ? named : links;
  return rows.map((row, index) => {
    const block = blockOf(row.anchor, rows[index - 1]?.anchor, rows[index + 1]?.anchor);
    return { ...row, block, heading: headingIn(page, block, row) };
  });
});

/** The list of results and, if the page splits it, those beside it that continue it. Empty if the page names none. */
export const listsOfResults: (page: Page) => readonly Element[] = oncePerPage((page) => {
  const list = listOfResults(page);
  if (list === undefined) return [];
  return [
    list,
    ...nextSiblingsOfType(list).filter((other) => isRendered(other) && markedLinksIn(page, other).length > 1),
  ];
});

/**
 * The heading of a block that is the title: the first one with text in or around the row's link, or any if the link has no
 * text but the address. The address may be a heading too.
 */
function headingIn(page: Page, block: Element, { anchor, link, address }: LinkOfRow): Element | undefined {
  const headings = headingsWithin(page, block).filter((heading) => {
    if (!hasText(heading) || isHiddenInAnyWay(heading, block)) return false;
    return address === undefined || (!contains(heading, address) && !contains(address, heading));
  });
  const isTitle = (inner: Element): boolean => hasText(inner) && targetOf(hrefOf(inner)) === link;
  const linked = headings
    .filter((heading) => {
      const around = closest(heading, isAnchor);
      return around === undefined ? anchorsWithin(page, heading).some(isTitle) : around === anchor || isTitle(around);
    })
    .sort((one, other) => headingLevelOf(one) - headingLevelOf(other))[0];
  const isWorded = linked === undefined && textOf(anchor, { skip: (element) => element === address }) !== '';
  return isWorded ? undefined : (linked ?? headings[0]);
}

/** On pages that mark no address: the links with written addresses, or if more are above a text, those. */
function unmarkedLinks(page: Page, roots: readonly Element[]): LinkOfRow[] {
  const written = roots.flatMap((root) => rowLinksIn(page, root));
  const titles = roots.flatMap((root) => linksAboveText(page, root));
  return titles.length > written.length ? titles : written;
}

/** On pages without addresses: the first link of each item of the list that is followed by a text, if there are two. */
function linksAboveText(page: Page, root: Element): LinkOfRow[] {
  const titles = new Set<Element>();
  let last: Element | undefined;
  for (const line of linesOf(root)) {
    if (!line.pieces.some(isUnlinkedText)) last = line.pieces.findLast(isLinked)!.link;
    else if (last !== undefined && hasExcerptLength(line)) titles.add(last);
  }
  const anchors = anchorsWithin(page, root).filter(
    (anchor) => titles.has(anchor) && isVisibleOutsideLink(page, root, anchor),
  );
  const items = childElements(parentWithMostBranches(anchors, root));
  const first = items.flatMap((item) => firstWithin(anchors, item) ?? []);
  const rows = first.length > 0 ? first : anchors.filter((anchor) => namedKindOf(anchor) === 'web');
  return rows.map((anchor) => ({ anchor, link: targetOf(hrefOf(anchor))!, address: undefined }));
}

/** The links of rows by their marked addresses; if nothing is marked, by written ones. */
function markedLinksIn(page: Page, root: Element): AddressedLink[] {
  const isMark = [isCitedAddress, isCite].find((test) => holdsElement(page, root, test));
  return rowLinksIn(page, root, isMark);
}

/** The links of rows: those that contain their address, or those beside one if most addresses are outside links. */
function rowLinksIn(page: Page, root: Element, isMark?: (element: Element) => boolean): AddressedLink[] {
  const anchors = anchorsWithin(page, root).filter((anchor) => isVisibleOutsideLink(page, root, anchor));
  const own: AddressedLink[] = [];
  for (const anchor of anchors) {
    const link = targetOf(hrefOf(anchor))!;
    const address = isMark ? findElement(page, anchor, isMark) : writtenAddress(anchor, link);
    if (address !== undefined) own.push({ anchor, link, address });
  }
  const whole = own.filter(({ anchor, address }) => textOf(anchor) !== textOf(address));
  const held = new Set(whole.map(({ address }) => address));
  const written = isMark ? findElements(page, root, isMark) : writtenAddressesIn(root);
  const apart = written.filter((address) => !held.has(address) && !isHiddenInAnyWay(address, root));
  if (apart.length <= whole.length) return own;
  const beside = apart.flatMap((address, index) => linkBeside(anchors, address, [apart[index - 1], apart[index + 1]]));
  return [...whole, ...beside].sort((one, other) => one.anchor.order - other.anchor.order);
}

/** Whether a link leads out and is visible to everybody. */
function isVisibleOutsideLink(page: Page, root: Element, anchor: Element): boolean {
  if (targetOf(hrefOf(anchor)) === undefined || isHiddenInAnyWay(anchor, root)) return false;
  return root !== page.document || !isOutsideMainContent(page, anchor);
}

/** The nearest link to the site of an address: that of the title, or an overlay without text. */
function linkBeside(anchors: readonly Element[], address: Element, others: Neighbours): AddressedLink[] {
  const written = textOf(address);
  const box = widestAround(address, others, (outer) => outer.type === 'root');
  const beside = elementsWithin(anchors, box).filter((anchor) => startsWithAddress(written, hostOf(hrefOf(anchor))));
  const worded = beside.filter((anchor) => hasText(anchor) && textOf(anchor) !== written);
  const over = beside.find((anchor) => !hasText(anchor)); // if links with text lead elsewhere, it is the title's
  const isOver = over !== undefined && !worded.some((anchor) => hrefOf(anchor) === hrefOf(over));
  const title = isOver
    ? over
    : (worded.find((anchor) => !homePagePattern.test(hrefOf(anchor))) ?? worded[0] ?? beside[0]);
  return title === undefined ? [] : [{ anchor: title, link: targetOf(hrefOf(title))!, address }];
}

/** The elements inside another one that are written as addresses, each on its own line; for pages that mark none. */
function writtenAddressesIn(root: Element): Element[] {
  return linesOf(root).flatMap((line) => (looksLikeAddress(line.text, '') ? addressElementsIn([line], '') : []));
}

/**
 * The line of a link that is written as its address, for pages that mark none. The line above may name the site by its
 * host, and a title in the last line may be a host too.
 */
function writtenAddress(anchor: Element, link: string): Element | undefined {
  const lines = linesOf(anchor);
  const written = addressElementsIn(lines, hostOf(link)).filter((element) => element !== anchor);
  const [first, second] = written;
  if (second === undefined) return first;
  const isLastLine = contains(second, lines.at(-1)!.pieces.at(-1)!.parent);
  return isLastLine ? first : second;
}

function namedKindOf(anchor: Element): string | undefined {
  const block = closest(anchor, hasKind);
  return block && attribute(block, 'data-type');
}

/** Since 2022 every block of the list names its kind: "web", "videos" … */
function hasKind(element: Element): boolean {
  return element.hasAttribute('data-type');
}

/** The element around the link that names its kind, or the widest one that contains neither neighbouring row. */
function blockOf(anchor: Element, previous: Element | undefined, next: Element | undefined): Element {
  const named = closest(anchor.parent!, hasKind);
  return widestAround(anchor, [previous, next], (outer) => outer.type === 'root' || outer === named?.parent);
}
