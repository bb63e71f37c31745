import { attribute, attributeText, closest, contains, type Element, hrefOf } from '../../html/tree.js';
import { isBreadcrumb, looksLikeAddress, splitDateAtEnd } from '../../page/line-parts.js';
import { firstLines, isLinked, type Line, linesOf, textOfPieces, textsOf } from '../../page/lines.js';
import { anchorsWithin, elementsWithin, firstWithin, outermostElements } from '../../page/lists.js';
import { findElements, type Page } from '../../page/page.js';
import { isHeading } from '../../page/roles.js';
import { textOf } from '../../page/text.js';
import { isRendered } from '../../page/visible.js';
import type { Located } from '../../reading/blocks/located.js';
import { withoutUndefined } from '../../reading/found.js';
import type { Question, Source } from '../../results/block-items.js';
import { hostOf } from '../../words/address.js';
import { isDateText } from '../../words/dates.js';
import { isClockDuration } from '../../words/numbers.js';
import { collapseWhitespace, letterOrDigit } from '../../words/text.js';
import { externalTargetOf, parameterOf, searchAnchors } from '../links.js';
import { generatedAnswerElements, generatedAnswerText } from './answer-text.js';
import { answerSourcesOf, linksBySourceCard } from './cited-sources.js';
import {
  disclosedBy,
  disclosureControls,
  endsWithQuestionMark,
  isOutsideAnswerText,
  isTopicControl,
} from './controls.js';
import type { SectionedPage } from './layout.js';

/**
 * Reads the questions that people also ask: collapsed texts that are marked as questions, or in a section of which at
 * least half end in a question mark.
 */
export function readQuestions({ page, rows, allSections }: SectionedPage): Located<Question>[] {
  const folding = disclosureControls(page).filter((control) => !isTopicControl(control));
  const rowAnchors = rows.map(({ anchor }) => anchor);
  const isUnnamed = !folding.some((control) => isMarked(control) || endsWithQuestionMark(textOf(control)));
  const controls = isUnnamed ? unnamedControls(page).filter((control) => !belongsToRow(control, rowAnchors)) : folding;
  if (controls.length === 0) return [];
  const lists = allSections.map(({ block }) => elementsWithin(controls, block)).filter(areQuestions);
  const listed = new Set(lists.flat());
  const questions = new Map<string, Located<Question>>();
  const others = isUnnamed ? controls : [];
  const answers = new Set<Element>();
  for (const control of controls) {
    const text = textOf(control);
    const isListed = listed.has(control) && (endsWithQuestionMark(text) || disclosedBy(page, control) !== undefined);
    if (!questions.has(text) && (isListed || isUnnamed || isMarked(control)))
      questions.set(text, { item: readQuestion(page, control, others, answers), element: control });
  }
  return [...questions.values()];
}

/** Shorter texts are labels of the answer's container. */
const minimumAnswer = 20;

/**
 * On a page without roles: the innermost elements with the text of the question that is marked, or that comes first,
 * around them.
 */
function unnamedControls(page: Page): Element[] {
  const named = page.elements.filter((element) => element.hasAttribute('data-q') || isAccordion(element));
  const marks = named.length > 0 ? named : searchedQuestions(page);
  return outermostElements(marks).flatMap((marked) => {
    const question = collapseWhitespace(attribute(marked, 'data-q') ?? questionIn(marked));
    if (question === '' || !isRendered(marked)) return [];
    return findElements(page, marked, (element) => isSmall(element) && textOf(element) === question).at(-1) ?? [];
  });
}

/** The nearest elements around links such as "More results" that begin with the question that the link searches for. */
function searchedQuestions(page: Page): Element[] {
  return searchAnchors(page).flatMap((anchor) => {
    const query = collapseWhitespace(parameterOf(hrefOf(anchor), 'q') ?? '');
    if (!endsWithQuestionMark(query) || textOf(anchor) === query) return [];
    return closest(anchor, (outer) => firstLines(outer, 1)[0]?.text === query) ?? [];
  });
}

/** The first line, if it ends in a question mark. */
function questionIn(accordion: Element): string {
  const text = linesOf(accordion)[0]?.text ?? '';
  return endsWithQuestionMark(text) ? text : '';
}

/** An element around a question and its answer, in layouts with an element for that. */
function isAccordion({ name }: Element): boolean {
  return name === 'g-accordion-expander';
}

/** Whether an element is small enough to be a question. */
function isSmall({ order, last }: Element): boolean {
  return last - order <= maxElementsInQuestion;
}

const maxElementsInQuestion = 20;

/** Whether the smallest element around a question and a row's title contains no other row. */
function belongsToRow(control: Element, rowAnchors: readonly Element[]): boolean {
  const around = closest(control, (outer) => firstWithin(rowAnchors, outer) !== undefined);
  return around !== undefined && elementsWithin(rowAnchors, around).length === 1;
}

/** Whether an element around the control is marked with its text as the question. */
function isMarked(control: Element): boolean {
  const marked = closest(control, (element) => element.hasAttribute('data-q'));
  return marked !== undefined && collapseWhitespace(attributeText(marked, 'data-q')) === textOf(control);
}

function areQuestions(controls: readonly Element[]): boolean {
  const questions = controls.filter((control) => endsWithQuestionMark(textOf(control)));
  return questions.length * 2 >= controls.length;
}

/**
 * Reads a question. An element answers only one question and contains none of the `others`; `answers` has those of the
 * questions before.
 */
function readQuestion(page: Page, control: Element, others: readonly Element[], answers: Set<Element>): Question {
  const question = textOf(control);
  const content = disclosedBy(page, control);
  if (content === undefined || answers.has(content) || firstWithin(others, content) !== undefined) return { question };
  answers.add(content);
  const generated = elementsWithin(generatedAnswerElements(page), content).findLast((place) => place !== content);
  const { answer, date, source } =
    generated === undefined ? quotedAnswer(page, content, question) : generatedAnswer(page, generated);
  return { question, ...(answer.length >= minimumAnswer && { answer }), ...withoutUndefined({ date, source }) };
}

interface Answer {
  readonly answer: string;
  readonly date?: string | undefined;
  readonly source: Source | undefined;
}

function generatedAnswer(page: Page, block: Element): Answer {
  const cards = linksBySourceCard(page, block);
  const [source] = answerSourcesOf(page, block, cards);
  return {
    answer: generatedAnswerText(page, block, cards),
    source: source && { title: source.title, link: source.link },
  };
}

/** A text above the page that it is taken from. */
function quotedAnswer(page: Page, content: Element, question: string): Answer {
  const link = sourceLink(page, content);
  const host = link === undefined ? '' : hostOf(externalTargetOf(link));
  const lines = linesAbove(content, link).filter(
    ({ text }) => letterOrDigit.test(text) && !isBesideAnswer(text, host) && !text.includes(question),
  );
  const last = lines.pop();
  if (last === undefined) return { answer: '', source: link && sourceOf(page, link) };
  const { pieces, date } = isDateText(last.text) ? { pieces: [], date: last.text } : splitDateAtEnd(last.pieces);
  const texts = [...textsOf(lines), textOfPieces(pieces)].map(withoutCollapsedCopy);
  const answer = texts.filter(Boolean).join(' ');
  return { answer, date, source: link && sourceOf(page, link) };
}

/** Whether a line belongs to the quoted page or to a video. */
function isBesideAnswer(text: string, host: string): boolean {
  return looksLikeAddress(text, host) || isBreadcrumb(text) || isClockDuration(text);
}

/** The expanded text of a line in which the collapsed one precedes it. */
function withoutCollapsedCopy(text: string): string {
  const at = text.indexOf(text.slice(0, minimumAnswer), minimumAnswer);
  return at > 0 && text.startsWith(text.slice(0, at).trim(), at) ? text.slice(at) : text;
}

/** The first external link that contains a heading or is one, else the first that shows its address below its title. */
function sourceLink(page: Page, content: Element): Element | undefined {
  const links = anchorsWithin(page, content).filter((anchor) => externalTargetOf(anchor) !== '');
  return links.find((link) => headingOf(page, link, content) !== undefined) ?? links.find(showsAddress);
}

function showsAddress(link: Element): boolean {
  const [, address] = firstLines(link, 2);
  return address !== undefined && looksLikeAddress(address.text, hostOf(externalTargetOf(link)));
}

function headingOf(page: Page, anchor: Element, content: Element): Element | undefined {
  const inside = firstWithin(page.headings, anchor);
  if (inside !== undefined) return inside;
  const around = closest(anchor, isHeading);
  return around !== undefined && contains(content, around) && textOf(around) === textOf(anchor) ? around : undefined;
}

function sourceOf(page: Page, link: Element): Source {
  const heading = firstWithin(page.headings, link);
  const title = heading === undefined ? firstLines(link, 1)[0]?.text : textOf(heading);
  return { title: title ?? '', link: externalTargetOf(link) };
}

/** The lines above the source: the answer. */
function linesAbove(content: Element, source: Element | undefined): Line[] {
  const lines = linesOf(content, { skip: isOutsideAnswerText });
  const end =
    source === undefined ? -1 : lines.findIndex(({ pieces }) => pieces.some(({ parent }) => contains(source, parent)));
  const above = end < 0 ? lines : lines.slice(0, end);
  return above.filter(({ pieces }) => !pieces.every(isLinked));
}
