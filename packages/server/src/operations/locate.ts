import type { Place, Places } from '@svc/fetchers';

interface AlphaPlace {
  location?: string;
  uule?: string;
}

interface BetaPlace {
  location?: string;
  lat?: number;
  lon?: number;
}

/** How alpha is told the place: by the `uule` given, or the one of the location. */
export function uuleFor({ location, uule }: AlphaPlace, places: Places): { uule?: string } {
  if (uule !== undefined) return { uule };
  const encoded = location === undefined ? undefined : places.uuleOf(placeNamed(location, places));
  return encoded === undefined ? {} : { uule: encoded };
}

/** How beta is told the place: coordinates, which win over a location. */
export function coordinatesFor(
  { location, lat, lon }: BetaPlace,
  places: Places,
): { coordinates?: { lat: number; lon: number }; placeName?: string } {
  if (lat !== undefined && lon !== undefined) return { coordinates: { lat, lon } };
  if (location === undefined) return {};
  const { gps, name } = placeNamed(location, places);
  return gps === null ? {} : { coordinates: { lon: gps[0], lat: gps[1] }, placeName: name };
}

/** The place of a location that was found to name one. */
function placeNamed(location: string, places: Places): Place {
  const resolved = places.resolve(location);
  if ('place' in resolved) return resolved.place;
  throw new Error('A location was not checked before it was looked up');
}
