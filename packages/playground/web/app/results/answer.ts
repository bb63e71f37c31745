import type { JsonObject } from '../api/request.js';
import type { PageSource } from '../inspector/read.js';
import type { FinishedSearch } from '../search/use-search.js';

/** A row of a list, with the fields of any operation. */
export interface ResultRow {
  position: number;
  title: string;
  link: string;
  source?: string;
  snippet?: string;
  displayed_link?: string;
  snippet_matched?: string[];
  date?: string;
  channel?: string;
  duration?: string;
  /** Additional data beside the snippet: rating, price, author. */
  rich?: unknown;
  /** The engines that returned it, in a search of several. */
  engines?: { engine: string; position: number }[];
}

/** An element of the page, if elements were requested. */
interface PageElement {
  type: string;
  rank: number;
  column?: string;
  title?: string | null;
  position?: number | null;
}

/** The parts of a response that are shown like on the page. */
export interface Answer {
  organic_results?: ResultRow[];
  /** The rows of a search of several engines, and the outcome of each. */
  results?: ResultRow[];
  engines?: Record<string, { state: string }>;
  suggestions?: { value: string }[];
  pagination?: { next?: number; current: number; other_pages: number[]; has_next_page: boolean };
  knowledge_graph?: KnowledgePanel;
  related_searches?: { query: string }[];
  search_information?: { total_results: number | null; time_taken_displayed: number | null };
  blocks?: JsonObject;
  elements?: PageElement[];
  diagnostics?: {
    pages_gathered?: number;
    place?: { canonical_name: string };
    pages?: { state?: string; layout?: string }[];
  };
  metadata?: { seconds?: number; attempts?: number; engine_url?: string | null; created_at?: string };
  html?: string[];
}

/** The panel of a person, thing or business. */
export interface KnowledgePanel {
  title: string;
  type?: string;
  website?: string;
  attributes?: Record<string, string>;
  description?: string;
  description_link?: string;
  description_source?: string;
}

/** A response of the service. Its shape is defined by the service; missing parts are not shown. */
export function asAnswer(body: JsonObject): Answer {
  return body as Answer;
}

/** The rows and their name in the response; undefined for suggestions. */
export function rowsOf({ organic_results, results }: Answer): { name: string; rows: ResultRow[] } | undefined {
  if (organic_results !== undefined) return { name: 'organic_results', rows: organic_results };
  return results && { name: 'results', rows: results };
}

/** The engine pages of a search. */
export function pageSourcesOf(done: FinishedSearch | undefined): PageSource[] {
  if (done?.outcome.kind !== 'answer') return [];
  const { request, outcome } = done;
  const pages = asAnswer(outcome.body).html ?? [];
  const first = Math.max(1, Number(request.body.page ?? 1));
  const query = String(request.body.query ?? '');
  return pages.map((html, index) => ({
    operation: request.operation.name,
    html,
    from: pages.length === 1 ? query : `${query}, page ${index + 1}`,
    query,
    ...(pages.length === 1 && request.body.num === undefined && { page: first }),
  }));
}
