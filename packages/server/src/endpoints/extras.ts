import { decodeBody, extras as parserExtras } from '@svc/parsers';
import { z } from 'zod';
import type { Collected, CollectedPage } from '../pages/collect.js';

/** Something that the service itself adds to an answer where `?include=` asks for it. */
interface AnswerExtra {
  description: string;
  /** Schema of its value. */
  schema: z.ZodType;
  read(collected: Collected<object>, marketOf: MarketOf | undefined): unknown;
}

/** The market that the engine says it answered for; undefined where it says none. */
export type MarketOf = (page: CollectedPage<object>['raw']) => string | undefined;

/**
 * What the service adds, in the order of an answer: a row is all that it takes. What a parser adds is a row of `extras`
 * of the parsers instead, and is passed on from there.
 */
export const answerExtras: Readonly<Record<string, AnswerExtra>> = {
  diagnostics: {
    description: 'How the pages were got and read.',
    schema: z.looseObject({ pages_gathered: z.int(), stopped: z.string(), pages: z.array(z.looseObject({})) }),
    read: ({ pages, stop }, marketOf) => ({
      pages_gathered: pages.length,
      stopped: stop,
      pages: pages.map((page) => diagnosticsOf(page, marketOf)),
    }),
  },
  html: {
    description: 'The pages as they came.',
    schema: z.array(z.string()),
    read: ({ pages }) => pages.map(({ raw }) => decodeBody(raw.body, raw.headers['content-type'])),
  },
};

/** Every name that `?include=` takes. */
export const extraNames: readonly string[] = Object.keys({ ...parserExtras, ...answerExtras });

function diagnosticsOf({ result, raw }: CollectedPage<object>, marketOf: MarketOf | undefined): object {
  const market = marketOf?.(raw);
  return {
    status: raw.status,
    ...(market !== undefined && { market }),
    ...('diagnostics' in result && typeof result.diagnostics === 'object' && result.diagnostics),
  };
}
