import { attributeBits } from '../../html/attributes.js';
import { ancestors, attribute, type Element } from '../../html/tree.js';
import { inOrder, isInAny, outermost } from '../../page/ordered.js';
import { elementsWith, find, nextSibling, oncePerPage, type Page } from '../../page/page.js';
import { hasRole } from '../../page/roles.js';
import { textOf } from '../../page/text.js';
import { hasText, isShown } from '../../page/visible.js';

/** Whether an element folds and unfolds another one, and is no menu. */
function isFoldingControl(element: Element): boolean {
  if (!element.hasAttribute('aria-expanded') || element.hasAttribute('aria-haspopup')) return false;
  return hasRole(element, 'button') || hasRole(element, 'tab');
}

/** Those of the page that are shown and say something, in document order. */
export const foldingControls: (page: Page) => readonly Element[] = oncePerPage((page) =>
  elementsWith(page, attributeBits(['aria-expanded'])).filter(
    (element) => isFoldingControl(element) && isShown(element) && hasText(element),
  ),
);

/** Those whose text ends as questions do. */
export const questionControls: (page: Page) => readonly Element[] = oncePerPage((page) =>
  foldingControls(page).filter((control) => isQuestion(textOf(control))),
);

/** What a control unfolds: the element it names, else the one after it, or after what holds the control alone. */
export function unfoldedBy(page: Page, control: Element): Element | undefined {
  const named = page.ids.get(attribute(control, 'aria-controls') ?? '');
  if (named !== undefined) return named;
  for (const holder of [control, ...ancestors(control)]) {
    if (holder !== control && (holder.last - holder.order > mostAround || textOf(holder) !== textOf(control))) break;
    const next = spokenAfter(page, holder);
    if (next !== undefined) return find(page, next, isFoldingControl) === undefined ? next : undefined;
  }
  return undefined;
}

/** Elements in what holds a control alone: a larger one is not worth its text. */
const mostAround = 200;

/** The next of its siblings that holds a text, which may be folded. */
function spokenAfter(page: Page, element: Element): Element | undefined {
  let next = nextSibling(page, element);
  for (let count = 1; next !== undefined && !next.children.some(hasText) && count < mostSilent; count++)
    next = nextSibling(page, next);
  return next?.children.some(hasText) ? next : undefined;
}

/** Siblings without a text that may stand before it. */
const mostSilent = 8;

/** Whether an element is in what a question of the page unfolds: by its mark, else by what controls it. */
export function isFoldedAnswer(page: Page, element: Element): boolean {
  return isInAny(foldedAnswers(page), element);
}

const foldedAnswers: (page: Page) => readonly Element[] = oncePerPage((page) => {
  const marked = elementsWith(page, attributeBits(['data-q'])).filter((element) => element.hasAttribute('data-q'));
  const unfolded = questionControls(page).flatMap((control) => unfoldedBy(page, control) ?? []);
  return outermost(inOrder(marked, unfolded));
});

/** Whether a text ends as questions do. */
export function isQuestion(text: string): boolean {
  return /[?？؟;]$/.test(text);
}
