import {
  elementTypes,
  type KnowledgeGraph,
  type OrganicResult,
  type PageElement,
  type Pagination,
  type RelatedSearch,
  type SearchInformation,
  type Suggestion,
  type VideoResult,
} from '@svc/parsers';
import { z } from 'zod';
import { exactFieldsOf } from './fields.js';

/** The objects of answers. Their types are those of the parsers. */

const row = {
  position: z.int().min(1).describe('Position in the list, from 1, without gaps.'),
  title: z.string(),
  link: z.string().describe('Target address.'),
  domain: z.string().describe('Host name of the link.'),
  source: z.string().describe('Name of the site or publisher.'),
  displayed_link: z.string().describe('The address line as shown; empty if none.'),
  snippet: z.string().describe('The excerpt as shown; empty if none.'),
  snippet_matched: z.array(z.string()).describe('Words highlighted in the snippet.'),
  date: z.string().describe('The date as shown. Only if the page shows one.').exactOptional(),
  thumbnail: rich(z.string(), 'Address of the image beside the row.'),
  favicon: rich(z.string(), "Address of the site's icon."),
  rating: rich(z.number(), 'Average of the ratings, usually of 5.'),
  reviews: rich(z.number(), 'Number of the ratings.'),
  price: rich(z.string(), 'As shown, with its currency.'),
  author: rich(z.string(), 'Author as shown.'),
  extensions: rich(z.array(z.string()), 'Facts in separate lines, as shown.'),
  element: z.int().describe('`rank` of the element of the row. Only with `include=elements`.').exactOptional(),
};

/** A field of a row that is only added by `include=rich`. */
function rich<Type extends z.ZodType>(type: Type, description: string): z.ZodExactOptional<Type> {
  return type.describe(`${description} Only with \`include=rich\`.`).exactOptional() as z.ZodExactOptional<Type>;
}

export const organicResult: z.ZodType<OrganicResult> = exactFieldsOf<OrganicResult>()(row).object;

const videoRow = {
  ...row,
  channel: z.string().describe('Uploader; empty if none is shown.'),
  duration: z.string().describe('`m:ss` or `h:mm:ss`; empty if none is shown.'),
  video_id: z.string().nullable().describe('Null for sites other than the main video platform.'),
};

export const videoResult: z.ZodType<VideoResult> = exactFieldsOf<VideoResult>()(videoRow).object;

/** Names of the fields of rows of all operations. */
export const resultRowFields: readonly string[] = Object.keys(videoRow);

export const pagination: z.ZodType<Pagination> = exactFieldsOf<Pagination>()({
  next: z.int().describe('Number of the next page; omitted on the last one.').exactOptional(),
  current: z.int(),
  other_pages: z.array(z.int()).describe('Numbers of the other pages that the page links to, ascending.'),
  has_next_page: z.boolean(),
}).object;

export const knowledgeGraph: z.ZodType<KnowledgeGraph> = exactFieldsOf<KnowledgeGraph>()({
  type: z.string().exactOptional(),
  title: z.string(),
  website: z.string().exactOptional(),
  attributes: z.record(z.string(), z.string()).describe('Values by label, as shown.').exactOptional(),
  description: z.string().exactOptional(),
  description_link: z.string().exactOptional(),
  description_source: z.string().exactOptional(),
  element: z.int().describe('`rank` of its element. Only with `include=elements`.').exactOptional(),
}).object;

export const relatedSearch: z.ZodType<RelatedSearch> = exactFieldsOf<RelatedSearch>()({
  query: z.string(),
  element: z.int().describe('`rank` of the element that contains it. Only with `include=elements`.').exactOptional(),
}).object;

export const searchInformation: z.ZodType<SearchInformation> = exactFieldsOf<SearchInformation>()({
  total_results: z.int().nullable().describe('Number of results according to the engine.'),
  time_taken_displayed: z.number().nullable().describe('Search time according to the engine, in seconds.'),
}).object;

export const suggestion: z.ZodType<Suggestion> = exactFieldsOf<Suggestion>()({ value: z.string() }).object;

/** An element of a page. The type is that of the parsers. */
export const pageElement: z.ZodType<PageElement> = exactFieldsOf<PageElement>()({
  type: z
    .enum(elementTypes)
    .describe('`organic`, `ad`, the name of a block or of another kind of element; `other` if none fits.'),
  rank: z
    .int()
    .min(1)
    .describe('Position on the page: the band above the columns, the main column, below it, the side column.'),
  rank_in_type: z.int().min(1).describe('Position among the elements of its type.'),
  column: z.enum(['top', 'main', 'bottom', 'side']),
  title: z.string().describe('The heading, or the title of a row; empty if none.'),
  link: z.string().describe('Target of a row or an advertisement.').exactOptional(),
  position: z.int().describe('`position` of a row.').exactOptional(),
}).object;

/** All elements of the page in order, as in an answer. */
export const pageElements: z.ZodExactOptional<z.ZodArray<z.ZodType<PageElement>>> = z
  .array(pageElement)
  .describe('All elements of the page in order. Only with `include=elements`.')
  .exactOptional();
