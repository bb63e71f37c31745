import { extractResults } from '@apify/google-extractors';
import { load } from 'cheerio';
import { KnowledgePanelResult, NewsResult, OrganicResult, RelatedSearchesResult } from 'google-sr';
import serpParser from 'serp-parser';
import { htmlparser2Dom, linkedomDom, nodeHtmlParserDom, parse5Dom } from './doms.js';
import { type BenchPage, type Operation, operations } from './pages.js';
import { plainRows } from './plain-rows.js';

/** Another way from a page to rows. */
export interface Peer {
  readonly name: string;
  readonly operations: readonly Operation[];
  readonly extract: (page: BenchPage) => unknown;
}

const hosts: Partial<Record<Operation, string>> = { 'alpha.search': 'www.google.com' };

/** Libraries that read result pages, with all that they read. */
export const readers: readonly Peer[] = [
  {
    name: 'serp-parser',
    operations: ['alpha.search', 'beta.search'],
    extract: ({ operation, source }) =>
      operation === 'beta.search' ? new serpParser.BingNojsSERP(source).serp : new serpParser.GoogleSERP(source).serp,
  },
  {
    name: '@apify/google-extractors',
    operations: ['alpha.search'],
    extract: ({ operation, source }) => extractResults(source, { hostname: hosts[operation] ?? '' }),
  },
  {
    name: 'google-sr',
    operations: ['alpha.search', 'alpha.news'],
    extract: ({ source }) => {
      const $ = load(source) as never; // google-sr is typed for the cheerio that it brings along
      return [OrganicResult, NewsResult, RelatedSearchesResult, KnowledgePanelResult].map((read) => read($, false));
    },
  },
];

/** Parsers of HTML, with `plainRows`: title, link and text of each heading link, and none of what else a result holds. */
export const htmlParsers: readonly Peer[] = [
  { name: 'cheerio', operations, extract: ({ source }) => cheerioRows(source) },
  { name: 'linkedom', operations, extract: ({ source }) => plainRows(linkedomDom, source) },
  { name: 'node-html-parser', operations, extract: ({ source }) => plainRows(nodeHtmlParserDom, source) },
  { name: 'htmlparser2 + css-select', operations, extract: ({ source }) => plainRows(htmlparser2Dom, source) },
  { name: 'parse5 + css-select', operations, extract: ({ source }) => plainRows(parse5Dom, source) },
];

export const peers: readonly Peer[] = [...readers, ...htmlParsers];

/** `plainRows` as it is written with cheerio. */
function cheerioRows(source: string): unknown[] {
  const $ = load(source);
  return $('h2, h3')
    .toArray()
    .map((heading) => {
      const link = $(heading).closest('a').attr('href') ?? $(heading).find('a').attr('href');
      return { title: $(heading).text(), link, text: $(heading).parent().parent().parent().text() };
    });
}
