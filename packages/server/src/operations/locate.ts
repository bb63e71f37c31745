import { isCountryCode, isoCountry, type Place, type Places } from '@svc/fetchers';
import { type ApiError, faultsError } from '../errors/api-error.js';
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

/** What a search says of where it comes from. */
export interface PlaceParams extends AlphaPlace, BetaPlace {
  gl?: string;
  cc?: string;
  mkt?: string;
}

/** The place that a location was understood as. */
export interface Understood {
  place: Place;
  /** The country that the search is made in, upper case, where the request names another than that of the place. */
  asked?: string;
}

/** How a location is understood; undefined where none is given, or coordinates take precedence over it. */
export function understand({ location, lat, gl, cc, mkt }: PlaceParams, places: Places): Understood | undefined {
  if (location === undefined || lat !== undefined) return undefined;
  const place = placeNamed(location, places);
  const named = gl ?? cc ?? (mkt && new Intl.Locale(mkt).region);
  const asked = named === undefined ? undefined : isoCountry(named);
  return asked === undefined || asked === place.country_code ? { place } : { place, asked };
}

/**
 * The place as a header tells it, with the country that is asked instead of its own: `Porto%2CNorte%2CPortugal;country=ES`.
 */
export function placeHeader({ place, asked }: Understood): string {
  return `${encodeURIComponent(place.canonical_name)}${asked === undefined ? '' : `;country=${asked}`}`;
}

/**
 * The place as alpha takes it: the `uule` given, or that of the location, and the country of the location: for the engine
 * a place is only a hint, and it searches in the country that it assumes. A country is told as such alone.
 */
export function placeFor({ location, uule }: AlphaPlace, places: Places): { uule?: string; placeCountry?: string } {
  if (uule !== undefined) return { uule };
  if (location === undefined) return {};
  const place = placeNamed(location, places);
  const encoded = places.uuleOf(place);
  const country = countryOf(place);
  if (encoded === undefined && !(isCountry(place) && country.placeCountry !== undefined)) throw notOnTheMap();
  return { ...country, ...(encoded !== undefined && { uule: encoded }) };
}

/** The place as beta takes it: coordinates, which take precedence over a location, and the country of the location. */
export function coordinatesFor(
  { location, lat, lon }: BetaPlace,
  places: Places,
): { coordinates?: { lat: number; lon: number }; placeName?: string; placeCountry?: string } {
  if (lat !== undefined && lon !== undefined) return { coordinates: { lat, lon } };
  if (location === undefined) return {};
  const place = placeNamed(location, places);
  const country = countryOf(place);
  if (isCountry(place) && country.placeCountry !== undefined) return country;
  if (place.gps === null) throw notOnTheMap();
  return { ...country, coordinates: { lon: place.gps[0], lat: place.gps[1] }, placeName: withRegion(place) };
}

/** Name and region, as the engine itself writes a place: `Austin, Texas`. */
function withRegion({ name, canonical_name }: Place): string {
  const parts = canonical_name.split(',');
  return parts.length > 2 ? `${name}, ${parts.at(-2)}` : name;
}

function isCountry({ target_type }: Place): boolean {
  return target_type === 'Country';
}

/** A list of places may know codes that ISO 3166-1 has not; the engines take none of them. */
function countryOf({ country_code }: Place): { placeCountry?: string } {
  return isCountryCode(country_code) ? { placeCountry: country_code } : {};
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

/** Checks that a `location` names a place; a fault proposes some that may be meant. */
export function checkLocation(places: Places): ValueCheck {
  return (location) => {
    const resolved = places.resolve(location);
    if ('place' in resolved) return undefined;
    const suggestions = resolved.suggestions.map(({ canonical_name }) => canonical_name);
    const proposal = suggestions.length > 0 ? ` Did you mean ${quoted(suggestions)}?` : '';
    const message = `"location" matches no place.${proposal}`;
    return { field: 'location', code: 'unknown_location', message, suggestions };
  };
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(' or ');
}
