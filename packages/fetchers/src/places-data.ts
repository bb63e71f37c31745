/** Exports for the scripts that create the list of places. Not part of the public API. */
export { countries, countryAliases } from './places/countries.js';
export { foldPlaceName } from './places/fold.js';
export { openPlaceList, unpackPlaceList } from './places/open-place-list.js';
export { packRows } from './places/packed.js';
export { formatPlaceRow, parsePlaceRow, placeRowsOf } from './places/place-list.js';
export { withoutPlaceKind } from './places/place-text.js';
export { createPlaceResolver } from './places/resolver.js';
