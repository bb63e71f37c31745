/** A place that can be used as a search location. */
export interface Place {
  /** Stable across versions of a list. */
  id: number;
  /** Name without region and country. */
  name: string;
  /**
   * `City,Region,Country`, without unknown parts. Unique in the list: an area with the name of a city includes its kind, such as
   * `Valencia Region,Spain`, and cities of the same name include their county or a nearby city.
   */
  canonical_name: string;
  /** ISO 3166-1 alpha-2, upper case. */
  country_code: string;
  /** `City`, `District`, `County`, `Region`, `Country`, or a type of an imported list. */
  target_type: string;
  /** Population; for a county, that of its listed cities. Null if unknown. */
  population: number | null;
  /** Degrees, longitude first; for a region or country, the centre of its listed cities. Null if unknown. */
  gps: [longitude: number, latitude: number] | null;
  /** Id of the area that contains it. Null for a country. */
  parent_id: number | null;
  /** The engine's estimate of reachable people; only from imported lists. */
  reach?: number;
}

/** A source record of a list of places. */
export interface PlaceRecord {
  id: number;
  /** Id of the area that contains it; null for a country. */
  parent: number | null;
  /** ISO 3166-1 alpha-2, upper case. */
  country: string;
  type: string;
  name: string;
  /** Only if it differs from the name with those of its region and country. */
  canonicalName?: string | undefined;
  /** Degrees. */
  point: Point | null;
  population: number | null;
  /** Number of known spellings of its name. */
  popularity: number;
  reach?: number | undefined;
  names: PlaceNames;
}

/** Further names of a place. */
export interface PlaceNames {
  /** In its own languages and in English. */
  own: readonly string[];
  /** In other languages, and former ones. */
  other: readonly string[];
  /** Codes of a country or region. */
  codes: readonly string[];
  /** Common abbreviations of a city. */
  everyday: readonly string[];
}

/** A point, in degrees. */
export interface Point {
  /** −90 to 90. */
  latitude: number;
  /** −180 to 180. */
  longitude: number;
}

/** The content of a `uule`. Every part may be missing. Numbers without a unit are the engine's codes. */
export interface UuleLocation {
  /** 1 current, 2 default, 4 specified by the user. */
  role?: number;
  /** 12 device, 32 default location set by hand. */
  producer?: number;
  provenance?: number;
  /** Microseconds since 1970, in digits. */
  timestamp?: string;
  /** Canonical name of a place, `City,Region,Country`. */
  name?: string;
  /** Degrees. */
  latitude?: number;
  /** Degrees. */
  longitude?: number;
  /** Radius in millimetres; −1 for none. */
  radius?: number;
  /** Feature id in the engine's map: two 64-bit numbers in hexadecimal with `0x`. */
  feature_id?: { cell_id: string; fprint: string };
}

/** Coordinates and the time of the fix. */
export interface UulePoint {
  /** Degrees, −90 to 90. */
  latitude: number;
  /** Degrees, −180 to 180. */
  longitude: number;
  /** Time of the fix, in milliseconds since 1970. @default now */
  time?: number | undefined;
}

/** A value in a `uule`; undefined if missing. */
export type UuleParts = { [Name in keyof UuleLocation]-?: UuleLocation[Name] | undefined };
