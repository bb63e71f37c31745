import type { Token } from 'parse5';
import { attributeBits } from '../html/attributes.js';
import {
  attribute,
  attributesFromList,
  attributeText,
  closest,
  detach,
  Element,
  hrefOf,
  isElement,
  isInside,
  type Node,
  setChildren,
  wrapContent,
} from '../html/tree.js';
import { isDateText } from '../words/dates.js';
import { collapseWhitespace } from '../words/text.js';
import {
  appendToList,
  type ElementLists,
  elementsWithin,
  firstWithin,
  linkOfHeading,
  linksOfHeadings,
  mayBeExternalLink,
} from './lists.js';
import { hasRole, headingLevelOf, isAnchor, isButtonOrLabel, isHeading } from './roles.js';
import { ariaLabelOf, textOf } from './text.js';
import { clearRenderedCache, copyDisplay, hasText, isRendered, setLineBreaking } from './visible.js';

/**
 * Replaces elements that a script follows like links, and that have the address in an attribute, by links. Returns whether
 * there was one; then the order of the page's elements has changed.
 */
export function replaceScriptedLinks(lists: ElementLists): boolean {
  let isChanged = false;
  for (const element of lists.scripted) {
    const target = targetIn(element) ?? targetOfForm(lists, element);
    if (target === undefined) continue;
    const isCard = !linkNames.has(element.name);
    const [title, other] = isCard
      ? elementsWithin(lists.headings, element).filter((heading) => heading !== element)
      : [];
    if (isCard && (title ? linkOfHeading(lists.anchors, title) : firstWithin(lists.anchors, element))) continue;
    if (title === undefined) replaceElement(element, 'a', [{ name: 'href', value: target }]);
    else if (other === undefined)
      wrapContent(title, 'a', [{ name: 'href', value: target }]); // of the card
    else continue;
    isChanged = true;
  }
  return isChanged;
}

/** Elements that are the link themselves; others may be cards around one. */
const linkNames: ReadonlySet<string> = new Set(['a', 'area', 'button']);

/** Where the button of a form leads whose fields a person cannot fill in. */
function targetOfForm({ elements }: ElementLists, element: Element): string | undefined {
  const form = element.name === 'button' ? closest(element, ({ name }) => name === 'form') : undefined;
  if (form === undefined || /^post$/i.test(attributeText(form, 'method'))) return undefined;
  const fields = elementsWithin(elements, form).filter(({ name }) => fieldNames.has(name));
  if (fields.some((field) => attribute(field, 'type') !== 'hidden')) return undefined;
  const sent = [...fields, element].filter((field) => field.hasAttribute('name'));
  const values = new URLSearchParams(
    sent.map((field): [string, string] => [attributeText(field, 'name'), attributeText(field, 'value')]),
  );
  const action = attributeText(form, 'action').trim();
  const target = sent.length > 0 ? `${action.replace(/\?.*/, '')}?${values}` : action;
  return leads.test(target) ? target : undefined;
}

const fieldNames: ReadonlySet<string> = new Set(['input', 'select', 'textarea']);

/**
 * The only address among the values that a script may read, or the only one of another site; undefined if there is none
 * or several.
 */
function targetIn({ name: tag, attributes }: Element): string | undefined {
  const targets = new Set<string>();
  for (const { name, value } of attributes) {
    const address = name === 'onclick' ? opened.exec(value)?.[1] : value.trim();
    const isRead = name === 'onclick' || name.startsWith('data-') || targetNames[tag] === name;
    if (isRead && address !== undefined && leads.test(address)) targets.add(address);
  }
  const found = targets.size > 1 ? [...targets].filter((address) => outside.test(address)) : [...targets];
  return found.length === 1 ? found[0] : undefined;
}

/** The attribute with the address by the name of an element. */
const targetNames: Readonly<Record<string, string>> = { option: 'value', area: 'href', button: 'formaction' };

/** A redirect of the engine may be beside the address that it leads to. */
const outside = /^https?:\/\//i;

/** The address of a page, or of one of the engine. */
const leads = /^(?:https?:\/\/|\/[a-z]*\?)/i;

/** `location.href='…'`, `window.open("…")` */
const opened = /(?:location|open)[^'"]{0,20}['"]([^'"]+)['"]/;

/** Replaces an element by one of another name without a role, and with more attributes. */
function replaceElement(element: Element, name: string, more: Token.Attribute[] = []): void {
  const parent = element.parent!;
  const others = element.attributes.filter(({ name }) => name !== 'role' && name !== 'href');
  const other = new Element(name, element.namespace, false, attributesFromList([...others, ...more]));
  copyDisplay(element, other);
  setChildren(other, element.children);
  other.parent = parent;
  parent.children = parent.children.map((child) => (child === element ? other : child));
}

/**
 * Makes plain elements of the buttons in links that are titles: the texts of controls are the same in most links. Returns
 * whether there were any; then the order of the page's elements has changed.
 */
export function replaceButtonsInTitles({ elements, anchors }: ElementLists): boolean {
  const buttons = new Map<string, Element[]>();
  let count = 0;
  for (const link of anchors) {
    if (link.last === link.order || !mayBeExternalLink(link)) continue;
    const own = elementsWithin(elements, link).filter((inner) => inner !== link && isButtonOrLabel(inner));
    for (const button of own) appendToList(buttons, textOf(button), button);
    count += Math.sign(own.length);
  }
  const titles = [...buttons.values()].filter((alike) => 2 * alike.length < count);
  if (titles.length < minCards) return false;
  for (const button of titles.flat()) replaceElement(button, 'span');
  return true;
}

/**
 * Moves each link without text that is stretched over a card into the card's title, around its text: clicking the title
 * follows the link. Returns whether there was one; then the order of the page's elements has changed.
 */
export function moveStretchedLinks(lists: ElementLists): boolean {
  const links = coveringLinks(lists);
  for (const [heading, link] of links) {
    detach(link);
    setChildren(link, [...link.children, ...heading.children]);
    setChildren(heading, [link]);
    clearRenderedCache(link);
  }
  return links.size > 0;
}

/**
 * Moves the content of each card into the only link in it, if that has no content and is stretched over the card: its
 * label begins with the first words of the card, or its style says so. Returns whether there was one; then the order of
 * the page's elements has changed.
 */
export function wrapInStretchedLinks({ anchors }: ElementLists): boolean {
  const links = anchors.filter(
    ({ children, parent }) => children.length === 0 && elementsWithin(anchors, parent!).length < 2,
  );
  const stretched = links.filter((link) => isStretched(link, textOf(link.parent!)));
  for (const link of stretched) {
    const card = link.parent!;
    setChildren(
      link,
      card.children.filter((child) => child !== link),
    );
    setChildren(card, [link]);
    clearRenderedCache(link);
  }
  return stretched.length > 0;
}

function isStretched(link: Element, text: string): boolean {
  const label = ariaLabelOf(link);
  const isLabel = label !== '' && (text.startsWith(label) || label.startsWith(text));
  return text !== '' && isRendered(link) && (isLabel || attributeText(link, 'style').includes('inset'));
}

/** The covering links by the title of their card. */
function coveringLinks(page: ElementLists): ReadonlyMap<Element, Element> {
  const links = new Map<Element, Element[]>();
  for (const link of page.anchors) {
    if (hasText(link) || isButtonOrLabel(link) || holdsPicture(page, link)) continue;
    if (!mayBeExternalLink(link)) continue;
    const heading = coveredTitle(page, link);
    if (heading !== undefined) appendToList(links, heading, link);
  }
  const ofCards = [...links].filter(([, [link, ...others]]) => others.every((other) => isTwinOf(other, link!)));
  return new Map(ofCards.flatMap(([heading, [link, , ...others]]) => (others.length > 0 ? [] : [[heading, link!]])));
}

/** A card may have a second such link; below the heading of a section each card has its own. */
function isTwinOf(link: Element, other: Element): boolean {
  return hrefOf(link) === hrefOf(other);
}

/** A link around an image belongs to the image. */
function holdsPicture({ elements }: ElementLists, link: Element): boolean {
  return elementsWithin(elements, link).some(isPicture);
}

function isPicture({ name }: Element): boolean {
  return name === 'img' || name === 'picture' || name === 'g-img' || name === 'video';
}

/**
 * The only heading without a link in the nearest element around the link that contains any; undefined if a link with
 * text has the same target.
 */
function coveredTitle({ anchors, headings }: ElementLists, link: Element): Element | undefined {
  let card = link.parent;
  while (card !== null && firstWithin(headings, card) === undefined) card = card.parent;
  if (card === null || headings.includes(card)) return undefined;
  const inside = elementsWithin(headings, card);
  if (inside.length > maxHeadings) return undefined;
  const plain = inside.filter((heading) => isPlainTitle(anchors, heading));
  const [title, other] = plain;
  if (title === undefined || other !== undefined || !isRendered(link)) return undefined;
  const isTwin = (anchor: Element): boolean => anchor !== link && hrefOf(anchor) === hrefOf(link) && hasText(anchor);
  return elementsWithin(anchors, card).some(isTwin) ? undefined : title;
}

/** More headings than a card and the links below it have. */
const maxHeadings = 24;

/** Whether a heading has text and is not a link. */
function isPlainTitle(anchors: readonly Element[], heading: Element): boolean {
  return hasText(heading) && linkOfHeading(anchors, heading) === undefined;
}

/**
 * Moves the links of cards into their titles on pages where a short text, the same in every card, is the link: "Visit".
 * Returns whether there were such cards; then the order of the page's elements has changed.
 */
export function linkTitlesBesideLinks(lists: ElementLists): boolean {
  if (!mayHaveTitles(lists)) return false;
  const titles = titlesBesideLinks(lists);
  if (titles.size < minCards) return false;
  for (const [title, link] of titles) {
    detach(link);
    wrapContent(title, 'a', link.attributes);
  }
  return true;
}

const minCards = 3;

/** Whether more than half of the headings of a level are no links. */
function mayHaveTitles({ headings, anchors }: ElementLists): boolean {
  const counts: number[] = [];
  const plain: number[] = [];
  for (const heading of headings) {
    const level = headingLevelOf(heading);
    counts[level] = (counts[level] ?? 0) + 1;
    plain[level] = (plain[level] ?? 0) + Number(isPlainTitle(anchors, heading));
  }
  return plain.some((count, level) => count >= minCards && 2 * count > counts[level]!);
}

function titlesBesideLinks(lists: ElementLists): ReadonlyMap<Element, Element> {
  const links = new Map<string, Element[]>();
  for (const link of lists.anchors) {
    const text = labelIn(link);
    if (text === '' || !mayBeExternalLink(link)) continue;
    if (!isInside(link, isHeading)) appendToList(links, text, link);
  }
  const titles = new Map<Element, Element>();
  const groups = [...links.values()].filter((alike) => new Set(alike.map(hrefOf)).size >= minCards);
  for (const alike of groups.sort((one, other) => one.length - other.length)) {
    for (const link of alike) {
      const title = coveredTitle(lists, link);
      if (title !== undefined) titles.set(title, link); // in place of one that fewer cards have: "Translate this page"
    }
  }
  return titles;
}

/** The text of a link with a single short one; `''` for others. */
function labelIn(link: Element): string {
  let node: Node = link;
  while (isElement(node)) {
    const [child, other]: Node[] = node.children;
    if (child === undefined || other !== undefined) return '';
    node = child;
  }
  return node.data.length > maxLabelLength ? '' : collapseWhitespace(node.data);
}

/** Length of "Visit" in any language. */
const maxLabelLength = 24;

/**
 * Makes headings of the texts that name an article or a link without text by `aria-labelledby`, or that are the label of
 * such a link beside them, on pages whose titles are no headings. Returns whether there was one; then the order of the
 * page's elements has changed.
 */
export function promoteLabelsToHeadings(lists: ElementLists, source: string): boolean {
  const labelled = lists.anchors.filter((link) => link.mayHave(labelBits) && mayBeExternalLink(link) && !hasText(link));
  if (lists.labelled.length + labelled.length === 0 || !wholeDocument.test(source)) return false;
  const linked = linksOfHeadings(lists).length;
  const titles = labelledTitles(lists);
  if (labelled.length > linked) for (const link of labelled) addTitleBeside(lists, link, titles);
  if (titles.size <= linked) return false;
  for (const title of titles) wrapContent(title, 'h3');
  return true;
}

/** Parts of a page that are in its scripts have no titles of rows. */
const wholeDocument = /<(?:html|body)[\s>]/i;

const labelBits = attributeBits(['aria-label']);

/** Adds the first element beside a link whose text is the label of the link. */
function addTitleBeside({ elements }: ElementLists, link: Element, titles: Set<Element>): void {
  const label = ariaLabelOf(link);
  const { order, last } = link.parent!;
  const title = elements
    .slice(order + 1, Math.min(last, order + maxInCard) + 1)
    .find((element) => textOf(element) === label);
  if (title !== undefined && mayBeTitle(title, link)) titles.add(title);
}

/** Number of elements in the card of a row. */
const maxInCard = 60;

function labelledTitles({ labelled, ids }: ElementLists): Set<Element> {
  const titles = new Set<Element>();
  for (const element of labelled) {
    if (!mayBeNamed(element)) continue;
    const title = ids.get(attributeText(element, 'aria-labelledby').trim());
    if (title !== undefined && mayBeTitle(title, element)) titles.add(title);
  }
  return titles;
}

function mayBeNamed(element: Element): boolean {
  if (element.name === 'a') return element.hasAttribute('href') && !hasText(element);
  return element.name === 'article' || hasRole(element, 'article');
}

/** A title of an article is inside it; that of a link without text is beside the link. */
function mayBeTitle(title: Element, named: Element): boolean {
  if (!hasText(title) || isInside(title, isHeading) || title.children.some(isHeadingNode)) return false;
  return named.name === 'a' || isInside(title, (outer) => outer === named);
}

function isHeadingNode(node: Element['children'][number]): boolean {
  return isElement(node) && isHeading(node);
}

/**
 * Moves dates at the ends of linked headings, each in an element of its own, behind the headings; returns whether there were
 * any. At least two differ: titles may end with the date that was searched for.
 */
export function moveDatesBehindHeadings({ headings, anchors }: ElementLists): boolean {
  const dates = headings.map(
    (heading) => linkOfHeading(anchors, heading) && (dateAt(-1, heading) ?? dateAt(0, heading)),
  );
  if (new Set(dates.map((date) => date && textOf(date))).size <= minDates) return false; // `undefined` is one
  for (const [index, date] of dates.entries()) {
    if (date === undefined) continue;
    const title = closest(headings[index]!, isAnchor) ?? headings[index]!;
    detach(date);
    setLineBreaking(date, 'display:block');
    setChildren(
      title.parent!,
      title.parent!.children.flatMap((child) => (child === title ? [child, date] : child)),
    );
  }
  return true;
}

const minDates = 2;

/** The first or last element of a heading if its text is a date, and other text is beside it. */
function dateAt(end: 0 | -1, outer: Element, isBesideText = false): Element | undefined {
  const parts = outer.children.filter(hasText);
  const part = parts.at(end);
  if (part === undefined || !isElement(part) || emphasis.has(part.name)) return undefined;
  const isBeside = isBesideText || parts.length > 1;
  return isBeside && isDateText(textOf(part)) ? part : dateAt(end, part, isBeside);
}

/** Elements that highlight the words of a search. */
const emphasis: ReadonlySet<string> = new Set(['b', 'em', 'mark', 'strong']);
