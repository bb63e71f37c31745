import { FetchError } from '../errors.js';

/**
 * Loads a package that only some ways of fetching need. Throws a `FetchError` of code `misconfigured` that says what to
 * install where it is missing.
 *
 * @param what names the part that needs it, as the start of a sentence
 */
export async function loadOptional<T>(name: string, what: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    if (!isMissing(cause, name)) throw cause;
    throw new FetchError('misconfigured', `${what} needs a package that is not installed: npm install ${name}`, {
      cause,
    });
  }
}

/** Not found itself, rather than something that it needs. */
function isMissing(error: unknown, name: string): boolean {
  const isNotFound = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
  return isNotFound && error.message.includes(`'${name}'`);
}
