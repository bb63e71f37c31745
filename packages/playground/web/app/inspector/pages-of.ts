import { answerOf } from '../results/answer.js';
import type { Done } from '../search/use-search.js';
import type { Source } from './read.js';

/** The pages of the engine that came with a search. */
export function pagesOf(done: Done | undefined): Source[] {
  if (done?.outcome.kind !== 'answer') return [];
  const { asked, outcome } = done;
  const pages = answerOf(outcome.body).html ?? [];
  const first = Math.max(1, Number(asked.body.page ?? 1));
  const query = String(asked.body.query ?? '');
  return pages.map((html, index) => ({
    operation: asked.operation.name,
    html,
    from: pages.length === 1 ? query : `${query}, page ${index + 1}`,
    query,
    ...(pages.length === 1 && asked.body.num === undefined && { page: first }),
  }));
}
