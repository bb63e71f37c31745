import { isCountryCode, type Place, type Places, toIsoCountryCode } from '@svc/fetchers';
import { type ApiError, errorFromFaults } from '../errors/api-error.js';
import { didYouMean } from './request/nearest.js';
import type { ValueCheck } from './request/read-body.js';

interface AlphaPlace {
  location?: string;
  uule?: string;
}

interface BetaPlace {
  location?: string;
  lat?: number;
  lon?: number;
}

/** The parameters for the place of a search. */
export interface LocationParams extends AlphaPlace, BetaPlace {
  gl?: string;
  cc?: string;
  mkt?: string;
}

/** The place that a location was resolved to. */
export interface ResolvedLocation {
  place: Place;
  /** The country of the search in upper case, if the request names another one than that of the place. */
  requestedCountry?: string;
}

/** Resolves a location; undefined if there is none, or if coordinates take precedence. */
export function resolveLocation(
  { location, lat, gl, cc, mkt }: LocationParams,
  places: Places,
): ResolvedLocation | undefined {
  if (location === undefined || lat !== undefined) return undefined;
  const place = placeNamed(location, places);
  const named = gl ?? cc ?? (mkt && new Intl.Locale(mkt).region);
  const requestedCountry = named === undefined ? undefined : toIsoCountryCode(named);
  return requestedCountry === undefined || requestedCountry === place.country_code
    ? { place }
    : { place, requestedCountry };
}

/**
 * The place as a header, with the country of the search if that is another one: `Porto%2CNorte%2CPortugal;country=ES`.
 */
export function placeHeader({ place, requestedCountry }: ResolvedLocation): string {
  return `${encodeURIComponent(place.canonical_name)}${requestedCountry === undefined ? '' : `;country=${requestedCountry}`}`;
}

/**
 * The place in the form of alpha: the given `uule` or that of the location, and the country of the location, because for the
 * engine a place is only a hint and it would search in the country that it assumes. A country is only sent as a country.
 */
export function toAlphaPlace({ location, uule }: AlphaPlace, places: Places): { uule?: string; placeCountry?: string } {
  if (uule !== undefined) return { uule };
  if (location === undefined) return {};
  const place = placeNamed(location, places);
  const encoded = places.uuleOf(place);
  const country = countryOf(place);
  if (encoded === undefined && !(isCountry(place) && country.placeCountry !== undefined)) throw unknownCoordinates();
  return { ...country, ...(encoded !== undefined && { uule: encoded }) };
}

/** The place in the form of beta: coordinates, which take precedence over a location, and the country of the location. */
export function toBetaPlace(
  { location, lat, lon }: BetaPlace,
  places: Places,
): { coordinates?: { lat: number; lon: number }; placeName?: string; placeCountry?: string } {
  if (lat !== undefined && lon !== undefined) return { coordinates: { lat, lon } };
  if (location === undefined) return {};
  const place = placeNamed(location, places);
  const country = countryOf(place);
  if (isCountry(place) && country.placeCountry !== undefined) return country;
  if (place.gps === null) throw unknownCoordinates();
  return { ...country, coordinates: { lon: place.gps[0], lat: place.gps[1] }, placeName: withRegion(place) };
}

/** Name and region as the engine writes a place: `Austin, Texas`. */
function withRegion({ name, canonical_name }: Place): string {
  const parts = canonical_name.split(',');
  return parts.length > 2 ? `${name}, ${parts.at(-2)}` : name;
}

function isCountry({ target_type }: Place): boolean {
  return target_type === 'Country';
}

/** Lists of places may have codes that are not in ISO 3166-1, which engines do not accept. */
function countryOf({ country_code }: Place): { placeCountry?: string } {
  return isCountryCode(country_code) ? { placeCountry: country_code } : {};
}

/** The error for a place that cannot be sent to the engine: a search from elsewhere would be wrong. */
function unknownCoordinates(): ApiError {
  const message = 'The place that "location" names has no known coordinates.';
  return errorFromFaults([{ field: 'location', code: 'unknown_location', message }]);
}

/** The place of a location that has been checked. */
function placeNamed(location: string, places: Places): Place {
  const resolved = places.resolve(location);
  if ('place' in resolved) return resolved.place;
  throw new Error('A location was resolved before it was checked');
}

/** Checks that a `location` names a place; a fault suggests similar places. */
export function createLocationCheck(places: Places): ValueCheck {
  return (location) => {
    const resolved = places.resolve(location);
    if ('place' in resolved) return undefined;
    const suggestions = resolved.suggestions.map(({ canonical_name }) => canonical_name);
    const message = `"location" matches no place.${didYouMean(suggestions)}`;
    return { field: 'location', code: 'unknown_location', message, suggestions };
  };
}
