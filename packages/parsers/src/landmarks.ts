import { selectors as alpha } from './alpha/landmarks.js';
import { selectors as beta } from './beta/landmarks.js';
import { selectors as gamma } from './gamma/landmarks.js';
import type { Operation } from './results/responses.js';

/**
 * CSS selectors per operation, for whoever waits for a page in a browser: an element that matches one is there as soon as
 * the page is one that its parser can recognise, results or a refusal. The page that wants scripts has none of them.
 * Suggestions are no document, so none are given.
 */
export const landmarks: Readonly<Record<Operation, readonly string[]>> = {
  'alpha.search': alpha,
  'alpha.news': alpha,
  'alpha.videos': alpha,
  'alpha.autocomplete': [],
  'beta.search': beta,
  'gamma.search': gamma,
};
