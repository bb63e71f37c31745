import { childElements, closest, type Element, hrefOf, isElement, type Node } from '../../html/tree.js';
import { addressElementsIn, isCite } from '../../page/line-parts.js';
import { hasTextIn, linesOf, textsOf } from '../../page/lines.js';
import {
  anchorsWithin,
  elementsWithin,
  firstWithin,
  neighboursOf,
  outermostElements,
  widestAround,
} from '../../page/lists.js';
import { findElement, oncePerPage, type Page } from '../../page/page.js';
import { isAnchor, isButton, isHeading } from '../../page/roles.js';
import { isHighlight, textOf } from '../../page/text.js';
import { hasText, isLineBreaking, isRendered } from '../../page/visible.js';
import type { Question, Source } from '../../results/block-items.js';
import { isBlank } from '../../words/text.js';
import { withoutUndefined } from '../found.js';
import { threadsIn } from './cards.js';
import type { Located } from './located.js';
import { type LinkInterpreter, type PageLinks, type PageParts, partsOutsideSideColumn } from './page-parts.js';

/**
 * Reads the questions that people also ask: parts of the list in which at least two lines are questions with answers.
 */
export function readQuestions({ page, parts, links }: PageParts): Located<Question>[] {
  return partsOutsideSideColumn(parts).flatMap((part) => questionsIn(page, part, links));
}

/** Reads the questions below the rows, which the pages of the rows answer. */
export function readFaq({ page, rows, links }: PageParts): Located<Question>[] {
  return rows.flatMap(({ element, anchor }) => {
    const questions = questionsIn(page, element, links).filter((question) => question.element.order > anchor.last);
    return questions.length < fewest ? [] : questions;
  });
}

const fewest = 2;

/** The questions of a part, each once: some layouts have them closed and open. */
function questionsIn(page: Page, part: Element, links: PageLinks): Located<Question>[] {
  const asking = elementsWithin(askingElements(page), part);
  if (asking.length < fewest || showsVideos(part, links)) return [];
  const marks = outermostElements(elementsAround(asking, part).filter((element) => isQuestion(page, element, links)));
  const texts = new Map(marks.map((mark) => [mark, textOf(mark)]));
  const unread = new Set(texts.values());
  if (unread.size < fewest || threadsIn(page, part, links).length > 0) return [];
  return marks.flatMap((mark) => {
    const text = texts.get(mark)!;
    if (!unread.delete(text)) return [];
    const nearest = neighboursOf(marks, mark, (other) => texts.get(other) === text);
    const own = widestAround(mark, nearest);
    const details = closest(mark, ({ name }) => name === 'details');
    const item = details === undefined ? readQuestion(page, text, own, links) : readFolded(page, text, details, links);
    return item === undefined ? [] : [{ item, element: mark }];
  });
}

/** Elements of a part and the smaller elements around them in the part, in document order. */
function elementsAround(inner: readonly Element[], part: Element): Element[] {
  const around = new Set<Element>();
  for (const element of inner) {
    for (let outer: Element | null = element; outer !== null && outer !== part; outer = outer.parent) {
      if (around.has(outer) || outer.last - outer.order > maxElementsInQuestion) break;
      around.add(outer);
    }
  }
  return [...around].sort((one, other) => one.order - other.order);
}

/** The elements with a text of their own that ends in a question mark, as every question does. */
const askingElements: (page: Page) => readonly Element[] = oncePerPage(({ elements }) => elements.filter(asks));

function asks({ children }: Element): boolean {
  for (let i = 0; i < children.length; i++) {
    const child = children[i]!;
    if (!isElement(child) && endsInQuestionMark(child.data)) return true;
  }
  return false;
}

/** Most texts of the page end in another character of ASCII: comparing it takes a fraction of the time of a pattern. */
function endsInQuestionMark(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  return last > SPACE && last < DELETE ? last === QUESTION_MARK : questionMark.test(text.trimEnd());
}

const [SPACE, QUESTION_MARK, DELETE] = [0x20, 0x3f, 0x7f] as const;

/**
 * Whether an element has a text that is a single sentence and ends in a question mark: a text of its own, or a line whose
 * words are elements.
 */
function isQuestion(page: Page, element: Element, links: LinkInterpreter): boolean {
  const isOwnText = element.children.some((child) => child.type === 'text' && !isBlank(child.data));
  if (isHighlight(element) || !(isOwnText || element.children.every(isPhrase))) return false;
  const text = textOf(element);
  if (text.length > maxQuestionLength || !questionMark.test(text) || sentenceEnd.test(text)) return false;
  return isRendered(element) && !isTitle(page, element, links);
}

/** Whether a node is text, or an element within a line. */
function isPhrase(node: Node): boolean {
  return !isElement(node) || (!isLineBreaking(node) && node.children.every(isPhrase));
}

const maxElementsInQuestion = 12;
const sentenceEnd = /\p{L}{3}[.!?]\s\p{Lu}/u;

/** Titles of videos are often questions, like those of threads. */
function showsVideos(part: Element, links: PageLinks): boolean {
  return firstWithin(links.to('videos'), part) !== undefined;
}

const maxQuestionLength = 150;
const questionMark = /[?？؟]$/;

/** The title of a page may be a question too: a heading with a link to another site in or around it. */
function isTitle(page: Page, block: Element, { targetOf }: LinkInterpreter): boolean {
  const leadsOut = (anchor: Element): boolean => targetOf(hrefOf(anchor)) !== undefined;
  const heading = closest(block, isHeading);
  if (heading === undefined) return false;
  const around = closest(heading, isAnchor);
  return (around !== undefined && leadsOut(around)) || anchorsWithin(page, heading).some(leadsOut);
}

/** Reads a question in a `details` element: the answer is between the summary and the link to the source. */
function readFolded(
  page: Page,
  question: string,
  details: Element,
  { external, targetOf }: PageLinks,
): Question | undefined {
  const anchor = firstWithin(external, details);
  const parts = childElements(details).filter(
    ({ name, last }) => name !== 'summary' && (anchor === undefined || last < anchor.order),
  );
  const answer = parts
    .map((part) => textOf(part))
    .join(' ')
    .trim();
  const end = (anchor && addressesIn(page, anchor).at(-1))?.last ?? -1;
  const title = anchor && textOf(anchor, { skip: ({ last }) => last <= end });
  return {
    question,
    ...(answer !== '' && { answer }),
    ...(title && { source: { title, link: targetOf(hrefOf(anchor!))! } }),
  };
}

/**
 * Reads a question in any other element. The source is the first external link; its title is a heading or the link
 * itself, and the answer is above it.
 */
function readQuestion(
  page: Page,
  question: string,
  block: Element,
  { external, targetOf }: PageLinks,
): Question | undefined {
  const leadsOut = (anchor: Element): boolean => targetOf(hrefOf(anchor)) !== undefined;
  const inside = elementsWithin(external, block).find(hasText);
  const around = inside === undefined ? closest(block, (outer) => outer.name === 'a' && leadsOut(outer)) : undefined;
  const anchor = inside ?? around;
  const heading = firstWithin(page.headings, block);
  const startsWithQuestion = inside !== undefined && textOf(inside).startsWith(question);
  const titled = heading ?? (anchor === inside && !startsWithQuestion ? inside : lineAboveAddress(page, block));
  const isRepeatedQuestion = (element: Element) =>
    element.last - element.order <= maxElementsInQuestion && textOf(element) === question;
  const lines = linesOf(block, {
    skip: (element) => isCite(element) || isButton(element) || isRepeatedQuestion(element),
  });
  const end = titled === undefined ? lines.length : lines.findIndex((line) => hasTextIn(line, titled));
  const answer = textsOf(end < 0 ? lines : lines.slice(0, end)).join(' ');
  if (answer === '' && anchor === undefined) return undefined;
  const title = titled === undefined ? '' : textOf(titled);
  const source: Source | undefined =
    anchor === undefined || title === '' ? undefined : { title, link: targetOf(hrefOf(anchor))! };
  return { question, ...(answer !== '' && { answer }), ...withoutUndefined({ source }) };
}

/** The element that is marked as an address; if there is none, those written like one: a host may be above it. */
function addressesIn(page: Page, element: Element): readonly Element[] {
  const marked = findElement(page, element, isCite);
  return marked === undefined ? addressElementsIn(linesOf(element), '') : [marked];
}

/** The line right above an address is the title of its page, even without a heading. */
function lineAboveAddress(page: Page, block: Element): Element | undefined {
  const [address] = addressesIn(page, block);
  const above = address && linesOf(block).findLast((line) => line.block.last < address.order);
  return above?.block;
}
