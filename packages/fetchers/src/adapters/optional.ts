import { FetchError } from '../errors.js';

/**
 * Loads an optional package. If it is missing, throws a `FetchError` of code `misconfigured` that states how to install it.
 *
 * @param what what needs the package, as the subject of the message
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

/** Whether the package itself is missing, not one of its dependencies. */
function isMissing(error: unknown, name: string): boolean {
  const isNotFound = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
  return isNotFound && error.message.includes(`'${name}'`);
}
