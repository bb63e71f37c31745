import { attributeText, type Element } from '../html/tree.js';
import type { Page } from '../page/page.js';
import { textBeforeName, titleOf } from '../reading/title-and-box.js';

/** CSS selectors of the elements that a page is recognised by. */
export const selectors: readonly string[] = [
  '#results',
  'form[action*="captcha"]',
  'meta[name="robots"][content*="noindex"]',
];

/** The list of results. */
export function listOfResults({ ids }: Page): Element | undefined {
  return ids.get('results');
}

/** Whether a page is from this engine, whatever the name of its list: titles and images of rows name the engine. */
export function namesEngine(page: Page): boolean {
  return textBeforeName(titleOf(page), 'Brave') !== undefined || page.elements.some(isServedByEngine);
}

function isServedByEngine(element: Element): boolean {
  return element.name === 'img' && ownPicture.test(attributeText(element, 'src'));
}

const ownPicture = /^https:\/\/[a-z]+\.search\.brave\.com\//;
