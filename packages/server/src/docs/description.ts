import { account } from '../endpoints/account.js';
import { endpoints } from '../endpoints/index.js';
import { type Lookup, lookups } from '../endpoints/lookups.js';
import { describeApi } from './openapi.js';

/** Everything that is looked up. */
export const allLookups: readonly Lookup[] = [...lookups, account];

/** The description of the whole API. */
export function apiDescription(): object {
  return describeApi(endpoints, allLookups);
}
