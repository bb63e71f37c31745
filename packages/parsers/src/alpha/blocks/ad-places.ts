import { attributeBits } from '../../html/attributes.js';
import { attributeText, type Element } from '../../html/tree.js';
import { inOrder, outermost } from '../../page/lists.js';
import { elementsThatMayHave, elementsWithId, oncePerPage, type Page } from '../../page/page.js';
import { foreignKindOfId, hasAdPlace, isAdRegion } from '../landmarks.js';

/** The places reserved for advertisements, and the elements marked as one by an attribute, in document order. */
const adMarks: (page: Page) => readonly Element[] = oncePerPage((page) => {
  const marked = elementsThatMayHave(page, markBits).filter((element) => isTextAd(element) || isMarkedProduct(element));
  const named = hasAdPlace(page) ? elementsWithId(page, (id) => foreignKindOfId(id) === 'ad') : [];
  return inOrder([...new Set([...marked, ...named])]);
});

const markBits = attributeBits(['data-text-ad', 'data-pla', 'data-merchant-id']);

/** The outermost of them that pass. */
function outermostMarks(test: (element: Element) => boolean): (page: Page) => readonly Element[] {
  return oncePerPage((page) => outermost(adMarks(page).filter(test)));
}

/** Elements that may contain text advertisements. */
export const textAdPlaces: (page: Page) => readonly Element[] = outermostMarks(
  (element) => isAdRegion(element) || isTextAd(element),
);

/** Text advertisements, in the layouts that mark them. */
export const textAds: (page: Page) => readonly Element[] = outermostMarks(isTextAd);

/** Elements that may contain advertised products. */
export const productPlaces: (page: Page) => readonly Element[] = outermostMarks(isProductPlace);

/** Elements with only paid content. */
export const paidPlaces: (page: Page) => readonly Element[] = outermostMarks(isPaidPlace);

function isTextAd(element: Element): boolean {
  return element.hasAttribute('data-text-ad');
}

function isProductPlace(element: Element): boolean {
  return isMarkedProduct(element) || foreignKindOfId(attributeText(element, 'id')) === 'ad';
}

function isMarkedProduct(element: Element): boolean {
  return element.hasAttribute('data-pla') || element.hasAttribute('data-merchant-id');
}

function isPaidPlace(element: Element): boolean {
  return isAdRegion(element) || element.hasAttribute('data-pla') || isTextAd(element);
}
