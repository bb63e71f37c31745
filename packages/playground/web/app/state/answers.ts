import type { Json } from '../api/request.js';
import { type Kept, kept } from './stored.js';

/** An answer that is kept with its search, without the page of the engine. */
export interface StoredAnswer {
  /** When the search was made, as the history has it. */
  at: number;
  status: number;
  ms: number;
  body: Json;
}

const most = 20;

/** Characters that all kept answers may have: a part of what browsers keep for a page. */
const mostCharacters = 2_000_000;

/** The answers of the last searches, newest first. */
export const answers: Kept<StoredAnswer[]> = kept(
  () => localStorage,
  'answers',
  (found) => (Array.isArray(found) ? (found as StoredAnswer[]).filter(({ at }) => typeof at === 'number') : []),
);

/** The list with one more answer; the oldest are left out where there are too many, or too long ones. */
export function withAnswer(list: readonly StoredAnswer[], answer: StoredAnswer): StoredAnswer[] {
  const { html: _, ...body } = answer.body;
  const all = [{ ...answer, body }, ...list].slice(0, most);
  let size = 0;
  return all.filter((one) => {
    size += JSON.stringify(one).length;
    return size <= mostCharacters;
  });
}
