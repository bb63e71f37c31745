import type { SavedPage } from '../pages.js';
import { everything, outcomeOf } from '../parsers.js';
import { fieldsFedBy, type Place, placesIn } from './places.js';
import { fieldsOf } from './result-fields.js';

/** A field of the result of an operation, and the places whose text ends up in it. */
export interface FedField {
  readonly operation: string;
  readonly field: string;
  readonly places: readonly Place[];
}

/** The number of places to find per field. */
const wanted = 3;

/** The maximum number of pages to search per field. Each page has many places and is read twice for each of them. */
const searched = 96;

/** Every field that occurs on one of the pages. `places` is empty if no text ends up in the field. */
export function fedFields(pages: readonly SavedPage[]): FedField[] {
  const found = new Map<string, { operation: string; field: string; places: Place[]; searched: number }>();
  for (const page of pages) {
    const { operation, parse, text } = page;
    const shown = [...fieldsOf(outcomeOf(parse, text, everything)).keys()].map((field) => {
      const key = `${operation} ${field}`;
      const entry = found.get(key) ?? { operation, field, places: [], searched: 0 };
      found.set(key, entry);
      return entry;
    });
    const missing = shown.filter((entry) => entry.places.length < wanted && entry.searched < searched);
    if (missing.length === 0) continue;
    for (const entry of missing) entry.searched++;
    const fed = placesIn(page).map((place) => ({ place, fields: fieldsFedBy(place) }));
    for (const entry of missing) {
      const own = fed.filter(({ fields }) => fields.includes(entry.field)).map(({ place }) => place);
      entry.places.push(...own.slice(0, wanted - entry.places.length));
    }
  }
  return [...found.values()];
}
