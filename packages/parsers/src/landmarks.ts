import { resultIds } from './alpha/page-state.js';
import type { Operation } from './operations.js';

const alpha: readonly string[] = [
  ...resultIds.map((id) => `#${id}`),
  'a[href^="/url?"]',
  '#captcha-form',
  '#recaptcha',
  'form[action*="/sorry/"]',
  'form[action="CaptchaRedirect"]',
  'form[action*="consent.google."]',
  'a[href*="//consent.google."]',
];

const beta: readonly string[] = ['#b_results', '#turnstile-widget', 'form[action*="/turing/captcha"]'];

const gamma: readonly string[] = ['#results', 'form[action*="captcha"]', 'meta[name="robots"][content*="noindex"]'];

/**
 * CSS selectors per operation, for whoever waits for a page in a browser: an element that matches one is there as soon as
 * the page is one that its parser can tell, results or a refusal. The page that wants scripts has none of them.
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
