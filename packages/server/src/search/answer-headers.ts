import { placeHeader } from '../operations/locate.js';
import type { SearchAnswer } from './search.js';

/** What is told of an answer beside its body. */
export function answerHeaders({ answer: { facts }, understood, cache }: SearchAnswer): Record<string, string> {
  return {
    // A structured field: how many pages of the engine are in the answer, and why there are no more.
    'x-gathered-pages': `${facts.pages};stop=${facts.stop}`,
    ...(understood && { 'x-location': placeHeader(understood) }),
    ...(cache && { 'x-cache': cache }),
  };
}

/** That a parameter which was given is deprecated, since a day such as `2026-11-20`. */
export function deprecationHeader(since: string | undefined): Record<string, string> {
  return since === undefined ? {} : { deprecation: `@${Date.parse(since) / 1000}` };
}
