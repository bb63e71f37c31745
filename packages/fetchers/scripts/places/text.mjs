import { foldPlaceName, withoutPlaceKind } from '../../dist/places-data.js';

export const fold = foldPlaceName;

/** Items by the key of each. */
export function groupBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) {
    const key = keyOf(item);
    if (groups.has(key)) groups.get(key).push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** As compared, without words for the kind of place. */
export function bareKey(text) {
  const key = fold(text);
  return withoutPlaceKind(key)?.name ?? key;
}

/** Kilometres between two points. */
export function distance(a, b) {
  const rad = Math.PI / 180;
  const side = (degrees) => Math.sin((degrees * rad) / 2) ** 2;
  const cosines = Math.cos(a.latitude * rad) * Math.cos(b.latitude * rad);
  return 12_742 * Math.asin(Math.sqrt(side(b.latitude - a.latitude) + cosines * side(b.longitude - a.longitude)));
}

/** The item nearest to a point, if any is within some kilometres. */
export function nearest(items, point, within) {
  let best;
  let least = within;
  for (const item of items ?? []) {
    const far = distance(item.point, point);
    if (far <= least) [best, least] = [item, far];
  }
  return best;
}

/** Three decimals are a hundred metres, two a kilometre. */
export function rounded({ latitude, longitude }, digits = 3) {
  return { latitude: Number(latitude.toFixed(digits)), longitude: Number(longitude.toFixed(digits)) };
}

/** The middle of some points of the globe. */
export function middle(points) {
  const rad = Math.PI / 180;
  let [x, y, z] = [0, 0, 0];
  for (const { latitude, longitude } of points) {
    x += Math.cos(latitude * rad) * Math.cos(longitude * rad);
    y += Math.cos(latitude * rad) * Math.sin(longitude * rad);
    z += Math.sin(latitude * rad);
  }
  return rounded({ latitude: Math.atan2(z, Math.hypot(x, y)) / rad, longitude: Math.atan2(y, x) / rad });
}

/** FNV-1a, 32 bits. */
export function hash(text) {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  return value;
}

/** A record without names of its own yet. */
export function toRecord(fields) {
  return {
    point: null,
    population: null,
    popularity: 0,
    ...fields,
    names: { own: [], other: [], codes: [], everyday: [], ...fields.names },
  };
}

/** Texts that differ as compared, the first of each, without those in another list. */
export function distinct(texts, without = [], keyOf = fold) {
  const seen = new Set(without.map(keyOf));
  return texts.filter((text) => {
    const key = keyOf(text);
    if (key === '' || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
