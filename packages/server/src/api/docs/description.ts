import { account } from '../../operations/account.js';
import { endpoints } from '../../operations/index.js';
import { type Lookup, lookups } from '../../operations/lookups.js';
import { usage } from '../../operations/usage.js';
import { describeApi } from './openapi.js';

/** Everything that is looked up. */
export const allLookups: readonly Lookup[] = [...lookups, account, usage];

/** The description of the whole API. */
export function apiDescription(): object {
  return describeApi(endpoints, allLookups);
}
