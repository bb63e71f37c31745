import type { SavedPage } from '../pages.js';
import { everything, outcomeOf } from '../parsers.js';
import { fieldsFedBy, type Place, placesIn } from './places.js';
import { fieldsOf } from './result-fields.js';

/** A field of an operation's result, and places whose text is read into it. */
export interface FedField {
  readonly operation: string;
  readonly field: string;
  readonly places: readonly Place[];
}

/** Places that are looked for by field. */
const wanted = 3;

/** Pages that are searched for them: each has many places, and a page is read twice for each. */
const searched = 96;

/** Every field that one of the pages shows; `places` is empty where no text was found that is read into it. */
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
