import type { PagedOperation, RequestOf, ResponseOf } from './operations.js';

/** Yields the pages of a search, starting at the page in the request. */
export async function* iteratePages<Name extends PagedOperation>(
  request: RequestOf<Name>,
  search: (request: RequestOf<Name>) => Promise<ResponseOf<Name>>,
): AsyncGenerator<ResponseOf<Name>, void, void> {
  let page = Math.max(1, request.page ?? 1);
  let answer = await search(request);
  yield answer;
  for (;;) {
    const next = nextPage(answer, page);
    if (next === undefined || next <= page) return;
    page = next;
    answer = await search({ ...request, page });
    if (answer.organic_results.length === 0) return;
    yield answer;
  }
}

/** The number of the next page; undefined after the last one. Without pagination, an empty page is the end. */
function nextPage(answer: ResponseOf<PagedOperation>, page: number): number | undefined {
  if ('pagination' in answer) return answer.pagination.has_next_page ? answer.pagination.next : undefined;
  return answer.organic_results.length > 0 ? page + 1 : undefined;
}
