import { ApiError, type Fault, faultsError } from '../../errors/api-error.js';

/** The value, unless making it or the rest of the request has faults: then one `ApiError` lists them all. */
export function valueOrFaults<T>(make: () => T, others: readonly Fault[]): T {
  const [first, ...rest] = others;
  if (first === undefined) return make();
  const { faults, unlisted } = faultsOf(make);
  throw faultsError([first, ...rest, ...faults], unlisted);
}

function faultsOf(make: () => unknown): Pick<ApiError, 'faults' | 'unlisted'> {
  try {
    make();
    return { faults: [], unlisted: 0 };
  } catch (error) {
    if (error instanceof ApiError && error.faults.length > 0) return error;
    throw error;
  }
}
