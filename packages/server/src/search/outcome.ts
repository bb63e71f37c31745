import type { Answer } from '../cache/answer-cache.js';
import { ApiError } from '../errors/api-error.js';
import { toApiError } from '../errors/failures.js';
import type { ErrorCode } from '../errors/kinds.js';

/** How a search ended, as JSON: what one process tells those that wait for it. */
type Outcome =
  | { readonly facts: Answer['facts']; readonly body: string }
  | { readonly error: { readonly code: ErrorCode; readonly detail: string; readonly extras: ErrorExtras } };

interface ErrorExtras {
  headers: Readonly<Record<string, string>>;
  retryable: boolean;
  reason: string;
}

/** Errors that say something of the process that met them, and nothing of the search. */
const ownErrors: ReadonlySet<ErrorCode> = new Set(['internal_error', 'shutting_down', 'overloaded']);

/** How a search ended as text; undefined where that is no use to another process. */
export function writeOutcome(ended: { answer: Answer } | { error: unknown }): string | undefined {
  if ('answer' in ended) {
    const { facts, bytes } = ended.answer;
    return JSON.stringify({ facts, body: Buffer.from(bytes).toString() } satisfies Outcome);
  }
  const { code, message: detail, headers, retryable, reason } = toApiError(ended.error);
  if (ownErrors.has(code)) return undefined;
  return JSON.stringify({ error: { code, detail, extras: { headers, retryable, reason } } } satisfies Outcome);
}

/** The answer that an outcome holds. Throws the error where it holds one. */
export function readOutcome(text: string): Answer {
  const outcome = JSON.parse(text) as Outcome;
  if ('error' in outcome) throw new ApiError(outcome.error.code, outcome.error.detail, outcome.error.extras);
  return { facts: outcome.facts, bytes: Buffer.from(outcome.body) };
}
