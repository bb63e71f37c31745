import type { KnowledgeGraph, Operation, OperationResults, OrganicResult, VideoResult } from '@svc/parsers';

/** A request and its answer. */
interface SearchExample<Name extends Operation = Operation> {
  request: { query: string; [parameter: string]: unknown };
  response: Omit<OperationResults[Name], 'diagnostics'> & { search_parameters: object };
}

const row: OrganicResult = {
  position: 1,
  title: 'How tides work - Harbour Almanac',
  link: 'https://www.harbour-almanac.example/tides',
  domain: 'www.harbour-almanac.example',
  source: 'Harbour Almanac',
  displayed_link: 'https://www.harbour-almanac.example › tides',
  snippet: 'Tides are the rise and fall of the sea, caused by the pull of the moon and the sun …',
  snippet_matched: ['Tides'],
};

const secondRow: OrganicResult = {
  position: 2,
  title: 'Tide tables explained',
  link: 'https://sailing.example/guides/tide-tables',
  domain: 'sailing.example',
  source: 'sailing.example',
  displayed_link: 'https://sailing.example › guides',
  snippet: 'A tide table lists the times and heights of high and low water for a harbour.',
  snippet_matched: ['tide'],
};

const dated: readonly OrganicResult[] = [
  { ...row, date: '3 hours ago' },
  { ...secondRow, date: 'Jan 17, 2024' },
];

const video: VideoResult = {
  ...row,
  displayed_link: 'harbour-almanac.example',
  date: 'Mar 4, 2023',
  channel: 'Harbour Almanac',
  duration: '4:32',
  video_id: null,
};

const panel: KnowledgeGraph = {
  type: 'Natural phenomenon',
  title: 'Tide',
  attributes: { 'Caused by': 'Gravity of the moon and the sun', Period: '12 h 25 min' },
  description: 'Tides are the rise and fall of sea levels.',
  description_link: 'https://encyclopedia.example/tide',
  description_source: 'Encyclopedia',
};

const firstPage = { current: 1, next: 2, other_pages: [2, 3, 4], has_next_page: true };

const query = 'how do tides work';
const place = { uule: null, location: 'Lisbon,Portugal' };

/** One example per operation, checked against the type of the answer by the compiler. */
export const searchExamples: { readonly [Name in Operation]: SearchExample<Name> } = {
  'alpha.search': {
    request: { query, location: 'Lisbon,Portugal', gl: 'pt', hl: 'en' },
    response: {
      pagination: firstPage,
      knowledge_graph: panel,
      organic_results: [row, secondRow],
      related_searches: [{ query: 'spring tide' }, { query: 'tide table' }],
      search_information: { total_results: 1_230_000, time_taken_displayed: 0.41 },
      search_parameters: { q: query, gl: 'pt', hl: 'en', page: null, engine: 'alpha', ...place },
    },
  },
  'alpha.news': {
    request: { query, gl: 'pt', hl: 'en', num: 20 },
    response: {
      pagination: firstPage,
      organic_results: [...dated],
      search_parameters: {
        ...{ q: query, gl: 'pt', hl: 'en', num: 20, page: null },
        ...{ uule: null, engine: 'alpha_news', location: null },
      },
    },
  },
  'alpha.videos': {
    request: { query, gl: 'pt', hl: 'en' },
    response: {
      organic_results: [video],
      search_parameters: {
        ...{ q: query, gl: 'pt', hl: 'en', num: null, page: null },
        ...{ uule: null, engine: 'alpha_videos', location: null },
      },
    },
  },
  'alpha.autocomplete': {
    request: { query: 'how do ti', gl: 'pt', hl: 'en' },
    response: {
      suggestions: [{ value: 'how do tides work' }, { value: 'how do time zones work' }],
      search_parameters: { q: 'how do ti', cp: 0, gl: 'pt', hl: 'en', engine: 'alpha' },
    },
  },
  'beta.search': {
    request: { query, mkt: 'en-GB', num: 20 },
    response: {
      pagination: firstPage,
      organic_results: [...dated],
      search_parameters: {
        ...{ q: query, cc: null, lat: null, lon: null, mkt: 'en-GB', num: 20, page: null },
        ...{ engine: 'beta', location: null, bing_domain: 'www.bing.com' },
      },
    },
  },
  'gamma.search': {
    request: { query, page: 1 },
    response: {
      organic_results: [row, secondRow],
      search_parameters: { q: query, page: 1, engine: 'gamma' },
    },
  },
};
