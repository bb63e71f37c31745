import { ancestors, attribute, closest, contains, type Element, isElement } from '../../html/tree.js';
import { linesOf } from '../../page/lines.js';
import { type Page, within } from '../../page/page.js';
import { textOf } from '../../page/text.js';
import { hasText, isShown } from '../../page/visible.js';
import type { Question, Source } from '../../results/blocks.js';
import { collapse } from '../../words/text.js';
import { outsideTarget } from '../links.js';
import { isDecoration } from './decoration.js';
import type { Layout } from './layout.js';

/**
 * Reads the questions that people also ask: folded texts that the page marks as questions, or that stand in a section
 * of such, half of which at least end as questions do.
 */
export function readQuestions({ page, sections }: Layout): Question[] {
  const controls = page.elements.filter((element) => isFoldingControl(element) && isShown(element) && hasText(element));
  const lists = sections.map(({ block }) => within(controls, block)).filter(areQuestions);
  const listed = new Set(lists.flat());
  const questions = new Map<string, Question>();
  for (const control of controls) {
    const text = textOf(control);
    if (!questions.has(text) && (listed.has(control) || isMarked(control)))
      questions.set(text, readQuestion(page, control));
  }
  return [...questions.values()];
}

/** Shorter texts are labels of what the answer is shown in. */
const minimumAnswer = 20;

function isFoldingControl(element: Element): boolean {
  return element.hasAttribute('aria-expanded') && attribute(element, 'role') === 'button' && !isMenu(element);
}

function isMenu(element: Element): boolean {
  return element.hasAttribute('aria-haspopup');
}

/** Within what carries the very text of the control as its question. */
function isMarked(control: Element): boolean {
  const marked = closest(control, (element) => element.hasAttribute('data-q'));
  return marked !== undefined && collapse(attribute(marked, 'data-q') ?? '') === textOf(control);
}

function areQuestions(controls: readonly Element[]): boolean {
  const questions = controls.filter((control) => /[?？؟;]$/.test(textOf(control)));
  return questions.length > 0 && questions.length * 2 >= controls.length;
}

function readQuestion(page: Page, control: Element): Question {
  const question = textOf(control);
  const content = answerOf(page, control);
  if (content === undefined) return { question };
  const link = sourceLink(page, content);
  const answer = textAbove(content, link);
  return {
    question,
    ...(answer.length >= minimumAnswer && { answer }),
    ...(link !== undefined && { source: sourceOf(page, link) }),
  };
}

/** What the control unfolds: the element it names, else the one after it, or after what holds the control alone. */
function answerOf(page: Page, control: Element): Element | undefined {
  const named = page.ids.get(attribute(control, 'aria-controls') ?? '');
  if (named !== undefined) return named;
  for (const holder of [control, ...ancestors(control)]) {
    if (textOf(holder) !== textOf(control)) return undefined;
    const siblings = holder.parent?.children.filter(isElement) ?? [];
    const next = siblings.slice(siblings.indexOf(holder) + 1).find(hasText);
    if (next !== undefined) return next;
  }
  return undefined;
}

/** The first link outside with a heading. */
function sourceLink(page: Page, content: Element): Element | undefined {
  return within(page.anchors, content).find(
    (anchor) => outsideTarget(anchor) !== '' && within(page.headings, anchor).length > 0,
  );
}

function sourceOf(page: Page, link: Element): Source {
  const [heading] = within(page.headings, link);
  return { title: textOf(heading ?? link), link: outsideTarget(link) };
}

/** The answer stands above its source. */
function textAbove(content: Element, source: Element | undefined): string {
  const lines = linesOf(content, { skip: isDecoration });
  const end =
    source === undefined ? -1 : lines.findIndex(({ pieces }) => pieces.some(({ parent }) => contains(source, parent)));
  const above = end < 0 ? lines : lines.slice(0, end);
  const sentences = above.filter(({ pieces }) => !pieces.every(({ link }) => link !== undefined));
  return sentences.map(({ text }) => text).join(' ');
}
