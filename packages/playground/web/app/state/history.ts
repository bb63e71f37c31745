import type { Json, Outcome } from '../api/request.js';
import type { Draft } from './route.js';
import { type Kept, kept } from './stored.js';

/** A search that was made. Neither the key nor the answer is kept. */
export interface Visit extends Draft {
  /** When, in milliseconds since 1970. */
  at: number;
  /** Status of the answer; 0 where none came. */
  status: number;
  /** How it went, in a few words. */
  outcome: string;
  ms: number;
}

const maxVisits = 50;

/** The searches made on this device, newest first. */
export const visits: Kept<Visit[]> = kept(
  () => localStorage,
  'history',
  (found) => (Array.isArray(found) ? found.filter(isVisit).slice(0, maxVisits) : []),
);

/** The list with one more search in front; the same search is not listed twice. */
export function withVisit(list: readonly Visit[], visit: Visit): Visit[] {
  return [visit, ...list.filter((other) => nameOf(other) !== nameOf(visit))].slice(0, maxVisits);
}

/** The search and what came of it, as the list shows it. */
export function visitOf(draft: Draft, outcome: Outcome, at: number): Visit {
  return { ...draft, at, ...summaryOf(outcome) };
}

function summaryOf(outcome: Outcome): Pick<Visit, 'status' | 'outcome' | 'ms'> {
  if (outcome.kind === 'unreachable') return { status: 0, outcome: 'not reached', ms: outcome.ms };
  if (outcome.kind === 'cancelled') return { status: 0, outcome: 'cancelled', ms: outcome.ms };
  const { status, ms } = outcome.facts;
  if (outcome.kind === 'problem') return { status, outcome: outcome.problem.code, ms };
  if (outcome.kind === 'other') return { status, outcome: 'not JSON', ms };
  const { organic_results: rows, suggestions } = outcome.body;
  if (Array.isArray(suggestions)) return { status, outcome: counted(suggestions.length, 'suggestion'), ms };
  return { status, outcome: counted(Array.isArray(rows) ? rows.length : 0, 'result'), ms };
}

/** A number with its noun. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function nameOf({ operation, values, include }: Draft): string {
  const given = Object.entries(values).filter(([, value]) => value !== '');
  return JSON.stringify([operation, given.sort(([one], [other]) => (one < other ? -1 : 1)), include]);
}

function isVisit(found: unknown): found is Visit {
  if (typeof found !== 'object' || found === null) return false;
  const { operation, values, include, at, status, outcome } = found as Partial<Visit>;
  const isText = typeof operation === 'string' && typeof outcome === 'string';
  const isForm = typeof values === 'object' && values !== null && (include === undefined || Array.isArray(include));
  return isText && isForm && typeof at === 'number' && typeof status === 'number';
}

/** An answer that is kept with its search, without the page of the engine. */
interface StoredAnswer {
  /** When the search was made, as the history has it. */
  at: number;
  status: number;
  ms: number;
  body: Json;
}

const maxAnswers = 20;

/** Characters that all kept answers may have: a part of what browsers keep for a page. */
const maxCharacters = 2_000_000;

/** The answers of the last searches, newest first. */
export const answers: Kept<StoredAnswer[]> = kept(
  () => localStorage,
  'answers',
  (found) => (Array.isArray(found) ? (found as StoredAnswer[]).filter(({ at }) => typeof at === 'number') : []),
);

/** The list with one more answer; the oldest are left out where there are too many, or too long ones. */
export function withAnswer(list: readonly StoredAnswer[], answer: StoredAnswer): StoredAnswer[] {
  const { html: _, ...body } = answer.body;
  const all = [{ ...answer, body }, ...list].slice(0, maxAnswers);
  let size = 0;
  return all.filter((one) => {
    size += JSON.stringify(one).length;
    return size <= maxCharacters;
  });
}
