/** What the script that makes the list of places needs. No part of the package's interface. */
export { countries, countryAliases } from './location/countries.js';
export { foldName } from './location/fold.js';
export { writePlaceList } from './location/list-writer.js';
export { withoutKind } from './location/place-kinds.js';
