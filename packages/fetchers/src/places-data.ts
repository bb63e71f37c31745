/** Exports for the scripts that create the list of places. Not part of the public API. */
export { countries, countryAliases } from './places/countries.js';
export { foldName } from './places/fold.js';
export { packRows } from './places/packed.js';
export { createPlaceIndex, unpackPlaceList } from './places/place-index.js';
export { formatPlaceRow, parsePlaceRow, placeRowsOf } from './places/place-list.js';
export { withoutPlaceKind } from './places/place-text.js';
export { createResolver } from './places/resolver.js';
