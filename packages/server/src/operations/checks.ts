import type { Places } from '@svc/fetchers';
import { truncateForMessage } from '../errors/api-error.js';
import { createLocationCheck } from './locate.js';
import { didYouMean, findSimilarNames } from './request/nearest.js';
import type { ParameterChecks, ValueCheck } from './request/read-body.js';

/** A word in a query that makes a simulated engine misbehave, such as `sim:captcha`. */
export interface SimulatorWord {
  readonly word: string;
  /** What the engine then answers. */
  readonly meaning: string;
}

/**
 * The checks of values against data of the service.
 *
 * @param words words in a query that simulated engines react to; none if the engines are not simulated
 */
export function createParameterChecks(places: Places, words: readonly SimulatorWord[] = []): ParameterChecks {
  const location = createLocationCheck(places);
  return words.length === 0 ? { location } : { location, query: createWordCheck(words.map(({ word }) => word)) };
}

const prefix = 'sim:';

/**
 * Checks the words of a query that begin with `sim:`. Simulated engines ignore those they do not know, so that a typo would
 * look like an engine that works. The fault suggests the query with the word that was probably meant.
 */
function createWordCheck(words: readonly string[]): ValueCheck {
  const names = words.map((word) => word.slice(prefix.length));
  return (query) => {
    const parts = query.split(/(\s)/);
    const found = parts.map((part) => /^sim:[\w-]+/i.exec(part)?.[0]);
    const index = found.findIndex((word) => word !== undefined && !words.includes(word));
    const word = found[index];
    if (word === undefined) return undefined;
    const end = parts[index]?.slice(word.length) ?? '';
    const meant = findSimilarNames(word.slice(prefix.length), names).map((name) => prefix + name);
    const advice = meant.length > 0 ? didYouMean(meant) : ` The words are ${words.join(', ')}.`;
    return {
      field: 'query',
      code: 'invalid_parameter',
      message: `Simulated engines do not know the word "${truncateForMessage(word)}" in "query".${advice}`,
      suggestions: meant.map((known) => parts.with(index, known + end).join('')),
    };
  };
}
