import { isCountryCode, type Place, type Places } from '@svc/fetchers';
import { type ApiError, faultsError } from '../errors/api-error.js';

interface AlphaPlace {
  location?: string;
  uule?: string;
  gl?: string;
}

interface BetaPlace {
  location?: string;
  lat?: number;
  lon?: number;
}

/**
 * The place as alpha takes it: the `uule` given, or that of the location. Where no country is given, it is that of the
 * location: for the engine a place is only a hint, and it searches in the country that it assumes.
 */
export function placeFor({ location, uule, gl }: AlphaPlace, places: Places): { uule?: string; gl?: string } {
  if (uule !== undefined) return { uule };
  if (location === undefined) return {};
  const place = placeNamed(location, places);
  const encoded = places.uuleOf(place);
  if (encoded === undefined) throw notOnTheMap();
  // A list of places may know codes that ISO 3166-1 has not, such as `XK`; the engine takes none of them.
  const isKnown = isCountryCode(place.country_code);
  return { uule: encoded, ...(gl === undefined && isKnown && { gl: place.country_code }) };
}

/** The place as beta takes it: coordinates, which take precedence over a location. */
export function coordinatesFor(
  { location, lat, lon }: BetaPlace,
  places: Places,
): { coordinates?: { lat: number; lon: number }; placeName?: string } {
  if (lat !== undefined && lon !== undefined) return { coordinates: { lat, lon } };
  if (location === undefined) return {};
  const { gps, name } = placeNamed(location, places);
  if (gps === null) throw notOnTheMap();
  return { coordinates: { lon: gps[0], lat: gps[1] }, placeName: name };
}

/** A search that silently comes from elsewhere would be wrong. */
function notOnTheMap(): ApiError {
  const message = 'The place that "location" names has no known coordinates.';
  return faultsError([{ field: 'location', code: 'unknown_location', message }]);
}

/** The place of a location that was found to name one. */
function placeNamed(location: string, places: Places): Place {
  const resolved = places.resolve(location);
  if ('place' in resolved) return resolved.place;
  throw new Error('A location was not checked before it was looked up');
}
