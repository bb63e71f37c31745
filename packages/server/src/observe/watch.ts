import type { Fetcher, Judge, PageRequest } from '@svc/fetchers';
import { isPageError } from '@svc/parsers';
import type { ReadPage } from '../pages/reading/page-reader.js';
import type { Metrics } from './metrics.js';

/** Wraps a fetcher to count unrecognised pages by their structure. */
export function watchPages(fetcher: Fetcher, metrics: Metrics): Fetcher {
  return {
    ...fetcher,
    search(options) {
      const search = fetcher.search(options);
      return { ...search, fetch: (request, judge) => search.fetch(request, watching(judge, request)) };
    },
    fetch: (request, judge, options) => fetcher.fetch(request, watching(judge, request), options),
  };

  function watching<T>(judge: Judge<T>, { operation }: PageRequest): Judge<T> {
    return async (page, context) => {
      const verdict = await judge(page, context);
      if (!verdict.usable && verdict.state === 'unrecognised') metrics.unrecognised(operation, page.body);
      return verdict;
    };
  }
}

/** Wraps parsing of a page to measure its time. */
export function timeReading(read: ReadPage, metrics: Metrics): ReadPage {
  return async (page, signal, caller) => {
    const { operation } = page;
    const start = performance.now();
    const ended = (outcome: string) =>
      metrics.parsed({ operation, outcome, seconds: (performance.now() - start) / 1000 });
    try {
      const result = await read(page, signal, caller);
      ended('read');
      return result;
    } catch (error) {
      ended(isPageError(error) ? error.state : 'failed');
      throw error;
    }
  };
}
