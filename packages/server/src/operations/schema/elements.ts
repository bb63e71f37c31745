import { elementTypes, type PageElement } from '@svc/parsers';
import { z } from 'zod';
import { fieldsOf } from './fields.js';

/** Something that stands on a page. The type is that of the parsers. */
export const pageElement: z.ZodType<PageElement> = fieldsOf<PageElement>()({
  type: z
    .enum(elementTypes)
    .describe('`organic`, `ad`, the name of a block, or what is an element alone; `other` if none.'),
  rank: z
    .int()
    .min(1)
    .describe('Place on the page: band above the columns, main column, what is below, column beside.'),
  rank_in_type: z.int().min(1).describe('Place among the elements of its type.'),
  column: z.enum(['top', 'main', 'bottom', 'side']),
  title: z.string().describe('The heading, of a row its title; empty if none.'),
  link: z.string().describe('Where a row or an advertisement leads.').exactOptional(),
  position: z.int().describe('`position` of a row.').exactOptional(),
}).object;

/** The whole page in order, as an answer carries it. */
export const pageElements: z.ZodExactOptional<z.ZodArray<z.ZodType<PageElement>>> = z
  .array(pageElement)
  .describe('The whole page in order. Only with `include=elements`.')
  .exactOptional();
