import { encodeCoordinatesUule, encodeNameUule, type Place } from '@svc/fetchers';

/** The place that a `location` names. It is asked only for those that were found to name one. */
export type Locate = (location: string) => Place;

interface AlphaPlace {
  location?: string;
  uule?: string;
}

interface BetaPlace {
  location?: string;
  lat?: number;
  lon?: number;
}

/** How alpha is told the place: by the `uule` given, or one made of the location. */
export function uuleFor({ location, uule }: AlphaPlace, locate: Locate): { uule?: string } {
  if (uule !== undefined) return { uule };
  if (location === undefined) return {};
  const { gps, canonical_name } = locate(location);
  if (gps === null) return { uule: encodeNameUule(canonical_name) };
  return { uule: encodeCoordinatesUule({ longitude: gps[0], latitude: gps[1] }) };
}

/** How beta is told the place: coordinates, which win over a location. */
export function coordinatesFor(
  { location, lat, lon }: BetaPlace,
  locate: Locate,
): { coordinates?: { lat: number; lon: number }; placeName?: string } {
  if (lat !== undefined && lon !== undefined) return { coordinates: { lat, lon } };
  if (location === undefined) return {};
  const { gps, name } = locate(location);
  return gps === null ? {} : { coordinates: { lon: gps[0], lat: gps[1] }, placeName: name };
}
