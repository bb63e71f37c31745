import { attribute, type Element } from '../html/tree.js';
import type { Page } from '../page/page.js';
import { textBeforeName, titleOf } from '../reading/title-and-box.js';

/** By what elements a page is recognised, as CSS selectors. */
export const selectors: readonly string[] = [
  '#results',
  'form[action*="captcha"]',
  'meta[name="robots"][content*="noindex"]',
];

/** The list of results. */
export function listOfResults({ ids }: Page): Element | undefined {
  return ids.get('results');
}

/** Whether a page is one of the engine's whatever its list is called: titles and pictures of rows name the engine. */
export function namesEngine(page: Page): boolean {
  return textBeforeName(titleOf(page), 'Brave') !== undefined || page.elements.some(isServedByEngine);
}

function isServedByEngine(element: Element): boolean {
  return element.name === 'img' && ownPicture.test(attribute(element, 'src') ?? '');
}

const ownPicture = /^https:\/\/[a-z]+\.search\.brave\.com\//;
