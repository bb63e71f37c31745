import type { JsonObject, Outcome } from '../api/request.js';
import type { Draft } from './route.js';
import { type StoredValue, storedValue } from './stored.js';

/** An earlier search, without the key and the response. */
export interface HistoryEntry extends Draft {
  /** When, in milliseconds since 1970. */
  at: number;
  /** Status of the response; 0 if there was none. */
  status: number;
  /** The outcome in a few words. */
  outcome: string;
  ms: number;
}

const maxHistoryEntries = 50;

/** The searches made on this device, newest first. */
export const storedSearchHistory: StoredValue<HistoryEntry[]> = storedValue(
  () => localStorage,
  'history',
  (found) => (Array.isArray(found) ? found.filter(isHistoryEntry).slice(0, maxHistoryEntries) : []),
);

/** The list with another search at the front; the same search is not listed twice. */
export function withHistoryEntry(list: readonly HistoryEntry[], entry: HistoryEntry): HistoryEntry[] {
  return [entry, ...list.filter((other) => nameOf(other) !== nameOf(entry))].slice(0, maxHistoryEntries);
}

/** A search and its outcome as an item of the list. */
export function historyEntryOf(draft: Draft, outcome: Outcome, at: number): HistoryEntry {
  return { ...draft, at, ...summaryOf(outcome) };
}

function summaryOf(outcome: Outcome): Pick<HistoryEntry, 'status' | 'outcome' | 'ms'> {
  if (outcome.kind === 'unreachable') return { status: 0, outcome: 'not reached', ms: outcome.ms };
  if (outcome.kind === 'cancelled') return { status: 0, outcome: 'cancelled', ms: outcome.ms };
  const { status, ms } = outcome.info;
  if (outcome.kind === 'problem') return { status, outcome: outcome.problem.code, ms };
  if (outcome.kind === 'other') return { status, outcome: 'not JSON', ms };
  const { organic_results, results, suggestions } = outcome.body;
  const rows = organic_results ?? results;
  if (Array.isArray(suggestions)) return { status, outcome: formatCount(suggestions.length, 'suggestion'), ms };
  return { status, outcome: formatCount(Array.isArray(rows) ? rows.length : 0, 'result'), ms };
}

/** A number with its noun. */
export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function nameOf({ operation, values, include }: Draft): string {
  const given = Object.entries(values).filter(([, value]) => value !== '');
  return JSON.stringify([operation, given.sort(([one], [other]) => (one < other ? -1 : 1)), include]);
}

function isHistoryEntry(found: unknown): found is HistoryEntry {
  if (typeof found !== 'object' || found === null) return false;
  const { operation, values, include, at, status, outcome } = found as Partial<HistoryEntry>;
  const isText = typeof operation === 'string' && typeof outcome === 'string';
  const isForm = typeof values === 'object' && values !== null && (include === undefined || Array.isArray(include));
  return isText && isForm && typeof at === 'number' && typeof status === 'number';
}

/** A stored response of a search, without the engine page. */
interface StoredAnswer {
  /** When the search was made, as in the history. */
  at: number;
  status: number;
  ms: number;
  body: JsonObject;
}

const maxAnswers = 20;

/** Maximum size of all stored responses in characters, a part of the browser's quota. */
const maxCharacters = 2_000_000;

/** The responses of the last searches, newest first. */
export const storedAnswers: StoredValue<StoredAnswer[]> = storedValue(
  () => localStorage,
  'answers',
  (found) => (Array.isArray(found) ? (found as StoredAnswer[]).filter(({ at }) => typeof at === 'number') : []),
);

/** The list with another response; the oldest are removed if it becomes too long or too large. */
export function withAnswer(list: readonly StoredAnswer[], answer: StoredAnswer): StoredAnswer[] {
  const { html: _, ...body } = answer.body;
  const all = [{ ...answer, body }, ...list].slice(0, maxAnswers);
  let size = 0;
  return all.filter((one) => {
    size += JSON.stringify(one).length;
    return size <= maxCharacters;
  });
}
