import { ancestors, attribute, attributeText, contains, type Element, isElement } from '../../html/tree.js';
import { joinedLines, type Line, linesOf, textsOf } from '../../page/lines.js';
import { anchorsWithin, firstWithin } from '../../page/lists.js';
import { findElements, oncePerPage, type Page, parseHtmlPage } from '../../page/page.js';
import { isButtonOrLabel } from '../../page/roles.js';
import { ariaLabelOf } from '../../page/text.js';
import { hasText, isLineBreaking, isSelfHidden } from '../../page/visible.js';
import { withoutUndefined } from '../../reading/found.js';
import type { AnswerSource } from '../../results/block-items.js';
import { endOfString, unescapeJsString } from '../../script/js-source.js';
import { isClockDuration } from '../../words/numbers.js';
import { isBlank } from '../../words/text.js';
import { externalTargetOf, isSearchHelpLink } from '../links.js';
import { generatedAnswerLines } from './answer-text.js';
import { withoutFragmentAndTime } from './card-links.js';
import { isClickControl } from './controls.js';

/** A line of an answer, with the ids of the chips after it. */
interface CitedLine {
  readonly line: Line;
  readonly chips: readonly string[];
}

/** The lines of an answer, and the sources beside those that are only in scripts. */
interface CitedLines {
  readonly cited: readonly CitedLine[];
  readonly sources: readonly AnswerSource[];
}

/**
 * The lines of an answer, including those of collapsed parts that are only in scripts. A chip belongs to the line
 * before it.
 */
export function answerLinesWithCitations(page: Page, answer: Element, lines: readonly Line[]): CitedLines {
  const fragments = fragmentsOf(page, answer, (place) => isBeside(place, lines));
  const cited: CitedLine[] = [];
  const sources: AnswerSource[] = [];
  let next = 0;
  for (const line of chipped(page, answer, lines)) {
    while (next < fragments.length && fragments[next]!.place.order < orderOf(line.line)) addFragment(next++);
    cited.push(line);
  }
  while (next < fragments.length) addFragment(next++);
  return { cited, sources };

  function addFragment(index: number): void {
    const { place, page: inner } = fragments[index]!;
    const cards = linksBySourceCard(inner, inner.document);
    sources.push(...answerSourcesOf(inner, inner.document, cards));
    const added = chipped(inner, inner.document, generatedAnswerLines(inner, inner.document, cards));
    const last = cited.at(-1);
    const isInSentence = last !== undefined && contains(last.line.block, place) && !isLineBreaking(place.parent!);
    cited.push(...(isInSentence ? [joined([cited.pop()!, ...added])] : added));
  }
}

function joined(lines: readonly CitedLine[]): CitedLine {
  return { line: joinedLines(lines.map(({ line }) => line)), chips: lines.flatMap(({ chips }) => chips) };
}

/** Whether the element around an empty place shows part of the answer: buttons and dialogs are filled in too. */
function isBeside(place: Element, lines: readonly Line[]): boolean {
  const outer = [...ancestors(place)].find(hasText);
  return outer !== undefined && lines.some(({ block }) => contains(outer, block) || contains(block, outer));
}

function orderOf({ pieces, block }: Line): number {
  return pieces[0]?.parent.order ?? block.order;
}

function chipped(page: Page, answer: Element, lines: readonly Line[]): CitedLine[] {
  const cited = lines.map((line) => ({ line, chips: [] as string[] }));
  for (const chip of findElements(page, answer, isChip)) {
    const before = cited.findLast(({ line }) => orderOf(line) < chip.order);
    const id = chipOf(chip);
    if (id !== undefined) before?.chips.push(id);
  }
  return cited;
}

function isChip(element: Element): boolean {
  return isButtonOrLabel(element) && chipOf(element) !== undefined;
}

/** The id that links a chip to its sources: a UUID, in an attribute of any name. */
function chipOf(element: Element): string | undefined {
  const named = attribute(element, 'data-icl-uuid');
  return named ?? element.attributes.find(({ value }) => uuid.test(value))?.value;
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** Markup that a script puts into an element of the page when it is shown. */
interface Fragment {
  /** The empty element that it is put into. */
  readonly place: Element;
  readonly page: Page;
}

/**
 * The collapsed parts of an answer that are only in the page's scripts, with the empty elements that they are for. Only
 * those that `isPart`.
 */
function fragmentsOf(page: Page, answer: Element, isPart: (place: Element) => boolean): Fragment[] {
  const places = findElements(page, answer, mayWait);
  if (places.length === 0) return [];
  const markup = markupById(page);
  return places.flatMap((place) => {
    const written = markup.get(attributeText(place, 'id'));
    if (written === undefined || !isPart(place)) return [];
    return [{ place, page: parseHtmlPage(unescapeJsString(page.source.slice(written.start, written.end))) }];
  });
}

function mayWait(element: Element): boolean {
  return element.hasAttribute('id') && !hasText(element);
}

/** Position of a string in the source, without its quotes. */
interface Written {
  readonly start: number;
  readonly end: number;
}

/**
 * The strings that scripts pass on, by the id of the target element, if the page has it: `jsl.dh('id','…')`, or
 * `[{id:'id'},function(){jsl.dh(this.id,'…')}]`. Reads the source once, from call to call.
 */
const markupById: (page: Page) => ReadonlyMap<string, Written> = oncePerPage(({ source, ids }) => {
  const markup = new Map<string, Written>();
  for (let at = source.indexOf(call); at >= 0; at = source.indexOf(call, at + call.length)) {
    argument.lastIndex = at + call.length;
    const [head, own] = argument.exec(source) ?? [];
    if (head === undefined) continue;
    const id = own ?? idBefore(source, at);
    if (id === undefined || !ids.has(id) || markup.has(id)) continue;
    const start = at + call.length + head.length;
    const end = endOfString(source, start - 1);
    if (end > 0) markup.set(id, { start, end });
  }
  return markup;
});

/** The id of the element that the function around a call is for. */
function idBefore(source: string, call: number): string | undefined {
  const before = source.slice(Math.max(0, call - maxArgumentLength), call);
  const start = before.lastIndexOf('id:');
  return start < 0 ? undefined : waiting.exec(before.slice(start))?.[1];
}

/** Without its bracket: V8 searches for seven characters in another way, which takes four times as long here. */
const call = 'jsl.dh';
const argument = /\(\s*(?:'([^'\n]{0,100})'|"[^"\n]{0,100}"|this\.id)\s*,\s*['"]/y;
const waiting = /^id:\s*['"]([^'"]+)['"]\s*\}\s*,\s*function\s*\(\)\s*\{$/;
const maxArgumentLength = 120;

/**
 * The cards beside the text of an answer, each with its link: a link with several lines, or the element that an empty
 * link at its start covers.
 */
export function linksBySourceCard(page: Page, answer: Element): ReadonlyMap<Element, Element> {
  const texts = findElements(page, answer, holdsText);
  const cards = new Map<Element, Element>();
  for (const anchor of anchorsWithin(page, answer)) {
    if (externalTargetOf(anchor) === '' || isSearchHelpLink(anchor)) continue;
    const card = firstWithin(texts, anchor) === undefined ? cardAround(anchor, texts, answer) : anchor;
    if (card !== undefined && (card !== anchor || linesOf(anchor).length > 1)) cards.set(card, anchor);
  }
  return cards;
}

/** The nearest element with text around an empty link; undefined if any of the text precedes the link. */
function cardAround(anchor: Element, texts: readonly Element[], answer: Element): Element | undefined {
  for (const outer of ancestors(anchor)) {
    if (outer === answer) return undefined;
    const first = firstWithin(texts, outer);
    if (first !== undefined) return first.order > anchor.order ? outer : undefined;
  }
  return undefined;
}

function holdsText(element: Element): boolean {
  return !isSelfHidden(element) && element.children.some((child) => !isElement(child) && !isBlank(child.data));
}

/** The pages that the answer cites, each once: those of its cards, and of the links without text or card. */
export function answerSourcesOf(page: Page, answer: Element, cards: ReadonlyMap<Element, Element>): AnswerSource[] {
  const cardLinks = new Set(cards.values());
  const bare = anchorsWithin(page, answer).filter(
    (anchor) =>
      !cardLinks.has(anchor) && !hasText(anchor) && externalTargetOf(anchor) !== '' && !isSearchHelpLink(anchor),
  );
  const named = bare.map((anchor) => ({
    title: ariaLabelOf(anchor).replace(labelEnd, ''),
    link: externalTargetOf(anchor),
  }));
  const sources = new Map<string, AnswerSource>();
  for (const source of [...Array.from(cards, readCard), ...named]) {
    const key = withoutFragmentAndTime(source.link);
    if (source.title !== '' && !sources.has(key)) sources.set(key, source);
  }
  return [...sources.values()];
}

/** Reads a card: a title, an excerpt, and last the name of the site. A card with only a button has no title. */
function readCard([card, anchor]: [Element, Element]): AnswerSource {
  const texts = textsOf(linesOf(card, { skip: isClickControl }));
  const [title = '', ...lines] = texts.filter((text) => !isClockDuration(text));
  const source = lines.slice(lines.length > 1 ? 1 : 0).join(' ');
  const [snippet] = lines.length > 1 ? lines : [];
  return {
    title,
    link: externalTargetOf(anchor),
    ...(source !== '' && source.length <= maximumName && { source }),
    ...withoutUndefined({ snippet }),
  };
}

/** The end of a label after the title: ". Opens in new tab." */
const labelEnd = /\.\s[^.]+\.$/;

const maximumName = 80;
