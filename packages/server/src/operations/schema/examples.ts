import type { KnowledgeGraph, Operation, OperationResults, OrganicResult, Pagination, VideoResult } from '@svc/parsers';

/** A typical request and its answer, for the API description. */
export interface SearchExample<Name extends Operation = Operation> {
  readonly request: { readonly query: string; readonly [parameter: string]: unknown };
  readonly response: Omit<OperationResults[Name], 'diagnostics'> & { readonly search_parameters: object };
}

/** Parts of examples. */

export const exampleResult: OrganicResult = {
  position: 1,
  title: 'How tides work - Harbour Almanac',
  link: 'https://www.harbour-almanac.example/tides',
  domain: 'www.harbour-almanac.example',
  source: 'Harbour Almanac',
  displayed_link: 'https://www.harbour-almanac.example › tides',
  snippet: 'Tides are the rise and fall of the sea, caused by the pull of the moon and the sun …',
  snippet_matched: ['Tides'],
};

export const secondExampleResult: OrganicResult = {
  position: 2,
  title: 'Tide tables explained',
  link: 'https://sailing.example/guides/tide-tables',
  domain: 'sailing.example',
  source: 'sailing.example',
  displayed_link: 'https://sailing.example › guides',
  snippet: 'A tide table lists the times and heights of high and low water for a harbour.',
  snippet_matched: ['tide'],
};

export const datedExampleResults: readonly OrganicResult[] = [
  { ...exampleResult, date: '3 hours ago' },
  { ...secondExampleResult, date: 'Jan 17, 2024' },
];

export const exampleVideo: VideoResult = {
  ...exampleResult,
  displayed_link: 'harbour-almanac.example',
  date: 'Mar 4, 2023',
  channel: 'Harbour Almanac',
  duration: '4:32',
  video_id: null,
};

export const exampleKnowledgePanel: KnowledgeGraph = {
  type: 'Natural phenomenon',
  title: 'Tide',
  attributes: { 'Caused by': 'Gravity of the moon and the sun', Period: '12 h 25 min' },
  description: 'Tides are the rise and fall of sea levels.',
  description_link: 'https://encyclopedia.example/tide',
  description_source: 'Encyclopedia',
};

export const exampleFirstPagePagination: Pagination = {
  current: 1,
  next: 2,
  other_pages: [2, 3, 4],
  has_next_page: true,
};

export const exampleQuery: string = 'how do tides work';
export const exampleLocation: { uule: null; location: string } = { uule: null, location: 'Lisbon,Portugal' };
