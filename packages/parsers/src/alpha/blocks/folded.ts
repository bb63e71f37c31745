import { ancestors, attribute, closest, type Element, isElement } from '../../html/tree.js';
import { find, oncePerPage, type Page } from '../../page/page.js';
import { hasRole } from '../../page/roles.js';
import { textOf } from '../../page/text.js';
import { hasText, isShown } from '../../page/visible.js';

/** Whether an element folds and unfolds another one, and is no menu. */
function isFoldingControl(element: Element): boolean {
  if (!element.hasAttribute('aria-expanded') || element.hasAttribute('aria-haspopup')) return false;
  return hasRole(element, 'button') || hasRole(element, 'tab');
}

/** Those of the page that are shown and say something, in document order. */
export const foldingControls: (page: Page) => readonly Element[] = oncePerPage(({ elements }) =>
  elements.filter((element) => isFoldingControl(element) && isShown(element) && hasText(element)),
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
    if (textOf(holder) !== textOf(control)) return undefined;
    const siblings = holder.parent?.children.filter(isElement) ?? [];
    const next = siblings.slice(siblings.indexOf(holder) + 1).find((sibling) => sibling.children.some(hasText)); // folded
    if (next !== undefined) return find(page, next, isFoldingControl) === undefined ? next : undefined;
  }
  return undefined;
}

/** Whether an element is in what a question of the page unfolds: told by its mark, else by what controls it. */
export function isFoldedAnswer(page: Page, element: Element): boolean {
  const answers = foldedAnswers(page);
  return closest(element, (outer) => outer.hasAttribute('data-q') || answers.has(outer)) !== undefined;
}

const foldedAnswers: (page: Page) => ReadonlySet<Element> = oncePerPage((page) => {
  return new Set(questionControls(page).flatMap((control) => unfoldedBy(page, control) ?? []));
});

/** Whether a text ends as questions do. */
export function isQuestion(text: string): boolean {
  return /[?？؟;]$/.test(text);
}
