import type { Engine } from '@svc/fetchers';
import { endpointOf, engineDisplayNames } from '../../operations/index.js';
import type { NativeAnswer, NativeJson } from '../native-api.js';
import { type DialectParams, omitUndefined } from './params.js';
import type { SerpapiPaging, SerpapiSearch } from './serpapi-request.js';

/** Formats a native answer as SerpApi does. @param base address of the dialect, for links to other pages */
export function serpapiAnswer(
  { body, headers }: NativeAnswer,
  asked: SerpapiSearch,
  { params, base }: { params: DialectParams; base: string },
): object {
  const { engine, operation } = asked;
  const found: NativeJson[] = body.organic_results ?? [];
  const rows = rowsWithin(found, asked.cut);
  const isEmpty = operation !== 'alpha.autocomplete' && rows.length === 0;
  return omitUndefined({
    search_metadata: metadataOf(body.metadata, engine),
    search_parameters: parametersOf(params, engine, headers),
    search_information: operation === 'alpha.autocomplete' ? undefined : informationOf(body, params, isEmpty),
    ...(isEmpty && {
      error: `${engineDisplayNames[operation.split('.')[0] as Engine]} hasn't returned any results for this query.`,
    }),
    ...rowsOf(rows, asked, body.blocks),
    ...blocksOf(body.blocks ?? {}),
    knowledge_graph: panelOf(body.knowledge_graph ?? body.blocks?.knowledge_graph),
    related_searches: listOf(body.related_searches ?? body.blocks?.related_searches, ({ query }) => ({ query })),
    suggestions: body.suggestions?.map(({ value }: NativeJson) => ({ value })),
    ...(asked.paging && pagesOf(pagerOf(body, asked, found.length), asked.paging, { params, base })),
  });
}

/** The requested rows of a native page, numbered from 1. */
function rowsWithin(found: readonly NativeJson[], cut: SerpapiSearch['cut']): readonly NativeJson[] {
  if (cut === undefined) return found;
  return found.slice(cut.skip, cut.skip + cut.count).map((row, index) => ({ ...row, position: index + 1 }));
}

/** `2022-03-17 22:52:21 UTC` */
function utc(text: string): string {
  return `${text.replace('T', ' ').replace(/\.\d+Z$|Z$/, '')} UTC`;
}

function metadataOf(metadata: NativeJson, engine: string): object {
  if (metadata === undefined) return { status: 'Success' };
  const { id, created_at, processed_at, seconds, engine_url } = metadata;
  const link = engine_url === null ? {} : { [`${engine.split('_')[0]}_url`]: engine_url };
  return {
    id,
    status: 'Success',
    created_at: utc(created_at),
    processed_at: utc(processed_at),
    ...link,
    total_time_taken: Math.round(seconds * 100) / 100,
  };
}

const shownParameters = [
  ...['q', 'google_domain', 'gl', 'hl', 'lr', 'cr', 'device', 'tbm', 'tbs', 'safe', 'uule', 'start', 'num'],
  ...['mkt', 'cc', 'lat', 'lon', 'first', 'count', 'page', 'offset', 'cp'],
];

function parametersOf(params: DialectParams, engine: string, headers: NativeAnswer['headers']): object {
  const shown = shownParameters.flatMap((name) => (params.has(name) ? [[name, params.text(name)]] : []));
  const used = headers['x-location'];
  return omitUndefined({
    engine,
    ...Object.fromEntries(shown),
    location_requested: params.text('location'),
    location_used: used === undefined ? undefined : decodeURIComponent(used.split(';', 1).join()),
  });
}

function informationOf(
  { search_information: information, blocks }: NativeJson,
  params: DialectParams,
  isEmpty: boolean,
): object {
  const { total_results, time_taken_displayed } = information ?? {};
  return omitUndefined({
    query_displayed: params.text('q'),
    total_results: total_results ?? undefined,
    time_taken_displayed: time_taken_displayed ?? undefined,
    organic_results_state: isEmpty ? 'Fully empty' : 'Results for exact spelling',
    spelling_fix: blocks?.spelling?.query,
  });
}

function rowsOf(rows: readonly NativeJson[], { operation }: SerpapiSearch, blocks: NativeJson): object {
  if (rows.length === 0) return {};
  if (operation === 'alpha.news') return { news_results: rows.map(newsRow) };
  if (operation === 'alpha.videos') return { video_results: rows.map(videoRow) };
  const links = new Map<number, NativeJson[]>(
    (blocks?.sitelinks ?? []).map(({ position, links }: NativeJson) => [position, links]),
  );
  return { organic_results: rows.map((row) => organicRow(row, links.get(row.position))) };
}

function organicRow(row: NativeJson, sitelinks: NativeJson[] | undefined): object {
  return omitUndefined({
    position: row.position,
    title: row.title,
    link: row.link,
    displayed_link: row.displayed_link || undefined,
    snippet: row.snippet || undefined,
    snippet_highlighted_words: row.snippet_matched.length > 0 ? row.snippet_matched : undefined,
    source: row.source,
    date: row.date,
    sitelinks: sitelinks && { inline: sitelinks.map(({ title, link }) => ({ title, link })) },
  });
}

function newsRow({ position, link, title, source, date, snippet }: NativeJson): object {
  return omitUndefined({ position, link, title, source, date, snippet: snippet || undefined });
}

function videoRow(row: NativeJson): object {
  const { position, title, link, displayed_link, snippet, duration, date, channel } = row;
  return omitUndefined({
    position,
    title,
    link,
    displayed_link,
    snippet: snippet || undefined,
    duration: duration || undefined,
    date,
    channel: channel || undefined,
  });
}

function blocksOf(blocks: NativeJson): object {
  const { featured_snippet, ai_overview, people_also_ask, ads, top_stories, videos, local_results } = blocks;
  const seen: Record<string, number> = {};
  return omitUndefined({
    answer_box: featured_snippet && {
      type: 'organic_result',
      snippet: featured_snippet.text,
      title: featured_snippet.title,
      link: featured_snippet.link,
    },
    ai_overview: ai_overview && overviewOf(ai_overview),
    related_questions: listOf(people_also_ask, ({ question, answer, date, source }) =>
      omitUndefined({ question, snippet: answer, date, title: source?.title, link: source?.link }),
    ),
    ads: listOf(ads, ({ position, title, link, displayed_link, snippet }) => {
      seen[position] = (seen[position] ?? 0) + 1;
      return omitUndefined({
        position: seen[position],
        block_position: position,
        title,
        link,
        displayed_link: displayed_link || undefined,
        description: snippet || undefined,
      });
    }),
    top_stories: listOf(top_stories, ({ title, link, source, date }) => omitUndefined({ title, link, source, date })),
    inline_videos: listOf(videos, ({ title, link, source, duration, date }, index) =>
      omitUndefined({ position: index + 1, title, link, platform: source, duration, date }),
    ),
    local_results: local_results?.length
      ? {
          places: local_results.map(({ title, link, rating, reviews, details }: NativeJson, index: number) =>
            omitUndefined({
              position: index + 1,
              title,
              rating,
              reviews,
              description: details?.length ? details.join(' · ') : undefined,
              links: link && { website: link },
            }),
          ),
        }
      : undefined,
  });
}

/** One text block per section if the overview has sections, otherwise one per line. */
function overviewOf({ text, sections, sources = [] }: NativeJson): object {
  const blocks = Array.isArray(sections) ? sections.map(sectionOf) : text.split('\n').map(paragraph);
  const references = sources.map(({ title, link, source, snippet }: NativeJson, index: number) =>
    omitUndefined({ title, link, snippet, source, index }),
  );
  return omitUndefined({ text_blocks: blocks, references: references.length > 0 ? references : undefined });
}

function paragraph(snippet: string): object {
  return { type: 'paragraph', snippet };
}

function sectionOf({ kind, text, items, rows, references }: NativeJson): object {
  const found = references?.length ? references : undefined;
  if (kind === 'list')
    return {
      type: 'list',
      list: items.map((item: NativeJson) =>
        omitUndefined({ title: item.title, snippet: item.text, reference_indexes: item.references }),
      ),
    };
  if (kind === 'table') return { type: 'table', table: rows };
  return omitUndefined({ type: kind, snippet: text, reference_indexes: found });
}

const reserved = ['title', 'type', 'website', 'description', 'source'];

/** The panel with one key per fact: `Founded` is `founded`, `Head quarters` is `head_quarters`. */
function panelOf(panel: NativeJson): object | undefined {
  if (panel === undefined) return undefined;
  const { title, type, website, description, description_source, description_link, attributes = {} } = panel;
  const facts = Object.entries<string>(attributes)
    .map(([label, value]) => [
      label
        .trim()
        .toLowerCase()
        .replace(/[\s\p{P}]+/gu, '_')
        .replace(/^_|_$/g, ''),
      value,
    ])
    .filter(([name = '']) => name !== '' && !reserved.includes(name));
  return omitUndefined({
    title,
    type,
    website,
    description,
    source: description_source && omitUndefined({ name: description_source, link: description_link }),
    ...Object.fromEntries(facts),
  });
}

function listOf(
  list: NativeJson[] | undefined,
  map: (item: NativeJson, index: number) => object,
): object[] | undefined {
  return list?.length ? list.map(map) : undefined;
}

/** Number of rows from which a page without a pager counts as full, so that another one may follow. */
const fullPage = 10;

interface Pager {
  has_next_page: boolean;
  other_pages: number[];
}

/** The pager in pages of the request. @param rows number of rows of the native page */
function pagerOf({ pagination }: NativeJson, { paging, operation, cut }: SerpapiSearch, rows: number): Pager {
  const isLast = (paging?.page ?? 1) >= endpointOf(operation).lastPage;
  const pager = pagination ?? { has_next_page: rows >= fullPage && !isLast, other_pages: [] };
  if (cut === undefined) return pager;
  return { has_next_page: pager.has_next_page || rows > cut.skip + cut.count, other_pages: [] };
}

function pagesOf(
  pager: Pager,
  paging: SerpapiPaging,
  { params, base }: { params: DialectParams; base: string },
): object {
  const { page, size, origin, name } = paging;
  const addressOf = (number: number): string => {
    const query = new URLSearchParams(params.names.map((known): [string, string] => [known, params.text(known) ?? '']));
    query.set(name, String((number - 1) * size + origin));
    query.sort();
    return `${base}/search.json?${query}`;
  };
  const others = pager.other_pages.map((number: number) => [String(number), addressOf(number)]);
  const next = pager.has_next_page ? addressOf(page + 1) : undefined;
  const links = omitUndefined({
    current: page,
    previous: page > 1 ? addressOf(page - 1) : undefined,
    next,
    other_pages: others.length > 0 ? Object.fromEntries(others) : undefined,
  });
  return { serpapi_pagination: omitUndefined({ ...links, next_link: next }) };
}
