/** A place that a search can come from. */
export interface Place {
  /** Stays the same from one version of a list to the next. */
  id: number;
  /** Name without its region and country. */
  name: string;
  /**
   * `City,Region,Country`, without what is not known. No other place of the list has it: what shares the name of a city says
   * its kind, as `Valencia Region,Spain` does, and cities of one name their county, or a city near.
   */
  canonical_name: string;
  /** ISO 3166-1 alpha-2, upper case. */
  country_code: string;
  /** `City`, `District`, `County`, `Region`, `Country`, or what an imported list says. */
  target_type: string;
  /** People; of a county those of its listed cities. Null when not known. */
  population: number | null;
  /** Degrees, longitude first; of a region or country the middle of its listed cities. Null when not known. */
  gps: [longitude: number, latitude: number] | null;
  /** The place that it lies in. Null for a country. */
  parent_id: number | null;
  /** People that the engine reaches there, as it estimates; only where an imported list says so. */
  reach?: number;
}

/** A place as a list of places is made from. */
export interface PlaceRecord {
  id: number;
  /** Id of the place that it lies in; of a country null. */
  parent: number | null;
  /** ISO 3166-1 alpha-2, upper case. */
  country: string;
  type: string;
  name: string;
  /** Where it is not the name and those of its region and country. */
  canonicalName?: string | undefined;
  /** Degrees. */
  point: Point | null;
  population: number | null;
  /** In how many spellings the world writes its name. */
  fame: number;
  reach?: number | undefined;
  names: PlaceNames;
}

/** What a place is called beside its name. The name itself is one of its own. */
export interface PlaceNames {
  /** In its own languages and in English. */
  own: readonly string[];
  /** In other languages, and former ones. */
  other: readonly string[];
  /** Of a country or region, by which it is known without its name. */
  codes: readonly string[];
  /** City abbreviations that everyone uses. */
  everyday: readonly string[];
}

/** A point, in degrees. */
export interface Point {
  /** −90 to 90. */
  latitude: number;
  /** −180 to 180. */
  longitude: number;
}

/** What a `uule` says; every part may be missing. Numbers without a unit are the engine's own codes. */
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
  /** Millimetres; −1 for none. */
  radius?: number;
  /** Feature of the engine's map, two 64-bit numbers in hexadecimal with `0x`. */
  feature_id?: { cell_id: string; fprint: string };
}

/** A point and when it was taken. */
export interface UulePoint {
  /** Degrees, −90 to 90. */
  latitude: number;
  /** Degrees, −180 to 180. */
  longitude: number;
  /** When it was taken, milliseconds since 1970. @default now */
  time?: number;
}

/** What was looked for in a `uule`; undefined where it was not found. */
export type UuleParts = { [Name in keyof UuleLocation]-?: UuleLocation[Name] | undefined };
