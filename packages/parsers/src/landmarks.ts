import { selectors as alpha } from './alpha/landmarks.js';
import { selectors as beta } from './beta/landmarks.js';
import { selectors as gamma } from './gamma/landmarks.js';
import type { Operation } from './results/responses.js';

/**
 * CSS selectors per operation, for waiting for a page in a browser. As soon as an element matches one of them, the page
 * can be recognised by its parser, as results or as a refusal. The page that asks for scripts has no landmark, and
 * suggestions are not a document, so `alpha.autocomplete` has none.
 */
export const landmarks: Readonly<Record<Operation, readonly string[]>> = {
  'alpha.search': alpha,
  'alpha.news': alpha,
  'alpha.videos': alpha,
  'alpha.autocomplete': [],
  'beta.search': beta,
  'gamma.search': gamma,
};
