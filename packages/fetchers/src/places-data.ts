/** What the scripts that make the list of places need. No part of the package's interface. */
export { countries, countryAliases } from './location/countries.js';
export { foldName } from './location/fold.js';
export { rowsOf } from './location/list-writer.js';
export { packRows } from './location/packed.js';
export { withoutKind } from './location/place-kinds.js';
export { lineOf, rowOfLine } from './location/place-list.js';
