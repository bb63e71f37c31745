import { loadOptional } from '../optional.js';

/** The package that drives browsers. Throws a `FetchError` of code `misconfigured` where it is not installed. */
export function loadDriver(): Promise<typeof import('playwright-core')> {
  return loadOptional('playwright-core', 'The browser adapter', async () => await import('playwright-core'));
}
