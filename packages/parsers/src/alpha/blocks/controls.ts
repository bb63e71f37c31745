import { attributeBits } from '../../html/attributes.js';
import { ancestors, attribute, attributeText, type Element, isElement } from '../../html/tree.js';
import { linesOf } from '../../page/lines.js';
import { isInAny, mergeInDocumentOrder, outermostElements } from '../../page/lists.js';
import { elementsThatMayHaveAttributes, holdsElement, nextSibling, oncePerPage, type Page } from '../../page/page.js';
import { hasButtonRole, hasRole, isButtonOrLabel, isSectionHeading, isWholeHeading } from '../../page/roles.js';
import { textOf } from '../../page/text.js';
import { hasRenderedText, hasText } from '../../page/visible.js';
import { isDialog } from '../landmarks.js';

/** Whether an element expands and collapses another one, and is not a menu. */
function isDisclosureControl(element: Element): boolean {
  if (isSummary(element)) return true;
  if (!element.hasAttribute('aria-expanded') || element.hasAttribute('aria-haspopup')) return false;
  if (isWholeHeading(element) && isSectionHeading(element.parent!)) return false; // it folds the whole section
  return hasButtonRole(element) || hasRole(element, 'tab');
}

function isSummary({ name }: Element): boolean {
  return name === 'summary';
}

/** The visible ones with text, in document order. */
export const disclosureControls: (page: Page) => readonly Element[] = oncePerPage((page) => {
  const controls = mergeInDocumentOrder(
    page.elements.filter(isSummary),
    elementsThatMayHaveAttributes(page, attributeBits(['aria-expanded'])).filter(isDisclosureControl),
  ).filter(hasRenderedText);
  return controls.filter((control) => !isSummary(control) || endsWithQuestionMark(textOf(control))); // not "Show more"
});

/** Those whose text ends in a question mark. */
export const questionControls: (page: Page) => readonly Element[] = oncePerPage((page) =>
  disclosureControls(page).filter((control) => endsWithQuestionMark(textOf(control))),
);

/**
 * The element that a control expands: the one it names, else the one after it, or after the element that contains only
 * the control.
 */
export function disclosedBy(page: Page, control: Element): Element | undefined {
  const named = page.ids.get(attributeText(control, 'aria-controls'));
  if (named !== undefined) return named;
  for (const holder of [control, ...ancestors(control)]) {
    if (holder !== control && (holder.last - holder.order > maxElementsAround || textOf(holder) !== textOf(control)))
      break;
    const next = spokenAfter(page, holder);
    if (next !== undefined) return holdsElement(page, next, isDisclosureControl) ? undefined : next;
  }
  return undefined;
}

/** Maximum number of elements around a control alone: the text of a larger element is not worth reading. */
const maxElementsAround = 200;

/** The next sibling with text, which may be collapsed. */
function spokenAfter(page: Page, element: Element): Element | undefined {
  let next = nextSibling(page, element);
  for (let count = 1; next !== undefined && !holdsText(next) && count < maxSilent; count++)
    next = nextSibling(page, next);
  return next && holdsText(next) ? next : undefined;
}

/** Whether an element, or the only element in it, has text once it is expanded. */
function holdsText({ children }: Element): boolean {
  if (children.some(hasText)) return true;
  const [only, ...others] = children.filter(isElement);
  return only !== undefined && others.length === 0 && holdsText(only);
}

/** Maximum number of siblings without text before it. */
const maxSilent = 8;

/** Whether an element is in the answer that a question of the page expands: by its mark, else by its control. */
export function isInCollapsedAnswer(page: Page, element: Element): boolean {
  return isInAny(collapsedAnswers(page), element);
}

const collapsedAnswers: (page: Page) => readonly Element[] = oncePerPage((page) => {
  const marked = elementsThatMayHaveAttributes(page, attributeBits(['data-q'])).filter((element) =>
    element.hasAttribute('data-q'),
  );
  const disclosed = questionControls(page).flatMap((control) => disclosedBy(page, control) ?? []);
  return outermostElements(mergeInDocumentOrder(marked, disclosed));
});

/** Whether a control is named by a topic before its question or a summary, which a full stop for screen readers separates. */
export function isTopicControl(control: Element): boolean {
  return linesOf(control).some(({ pieces }) => pieces.some(({ text }) => text.trim() === '.'));
}

/** Whether a text ends in a question mark. */
export function endsWithQuestionMark(text: string): boolean {
  return /[?？؟;]$/.test(text);
}

/**
 * Whether an element of an answer is not part of its text: a control, a dialog, or a short label that screen readers
 * skip. Longer texts that they skip are collapsed and part of the answer.
 */
export function isOutsideAnswerText(element: Element): boolean {
  if (isClickControl(element)) return true;
  return attribute(element, 'aria-hidden') === 'true' && isLabel(element);
}

function isLabel(element: Element): boolean {
  return textOf(element).length <= maximumLabel;
}

const maximumLabel = 30;

/**
 * Whether an element is a button, or opens on a click. Links with text may have the role of a button too, and do not
 * count.
 */
export function isClickControl(element: Element): boolean {
  return isDialog(element) || (element.name !== 'a' && (isButtonOrLabel(element) || isFocusedLabel(element)));
}

/** Whether an element is a short text that the keyboard reaches: a button, even if no role says so. */
function isFocusedLabel(element: Element): boolean {
  return attribute(element, 'tabindex') === '0' && !element.hasAttribute('role') && isLabel(element);
}
