import type { Places } from '@svc/fetchers';
import type { ValueCheck } from './read-body.js';

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
