import { toApiError } from '../errors/failures.js';
import type { ErrorCode } from '../errors/kinds.js';
import { readToldError, type ToldError, tellError } from '../errors/told-error.js';
import type { Answer } from './answer-cache.js';

/** How a search ended, as JSON: what one process tells those that wait for it. */
type Outcome = { readonly facts: Answer['facts']; readonly body: string } | { readonly error: ToldError };

/** Errors that say something of the process that met them, and nothing of the search. */
const ownErrors: ReadonlySet<ErrorCode> = new Set(['internal_error', 'shutting_down', 'overloaded']);

/** How a search ended as text; null where that is no use to another process. */
export function writeOutcome(ended: { answer: Answer } | { error: unknown }): string | null {
  if ('answer' in ended) {
    const { facts, bytes } = ended.answer;
    return JSON.stringify({ facts, body: Buffer.from(bytes).toString() } satisfies Outcome);
  }
  const error = toApiError(ended.error);
  return ownErrors.has(error.code) ? null : JSON.stringify({ error: tellError(error) } satisfies Outcome);
}

/** The answer that an outcome holds. Throws the error where it holds one. */
export function readOutcome(text: string): Answer {
  const outcome = JSON.parse(text) as Outcome;
  if ('error' in outcome) throw readToldError(outcome.error);
  return { facts: outcome.facts, bytes: Buffer.from(outcome.body) };
}
