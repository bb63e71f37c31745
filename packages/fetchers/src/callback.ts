/**
 * Calls a function of the caller whose result is not needed. An error that it throws, at once or from a promise, becomes a process
 * warning: as an unhandled rejection, it would end the process.
 *
 * @param name of the function, for the warning
 */
export function callBack(name: string, call: () => unknown): void {
  const warn = (error: unknown) =>
    process.emitWarning(`${name} threw: ${error instanceof Error ? error.message : String(error)}`, 'FetcherWarning');
  try {
    Promise.resolve(call()).catch(warn);
  } catch (error) {
    warn(error);
  }
}
