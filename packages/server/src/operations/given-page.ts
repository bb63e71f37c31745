import { type Operation, type OperationResults, PageError, extras as parserExtras } from '@svc/parsers';
import { z } from 'zod';
import { ApiError } from '../errors/api-error.js';
import type { ReadPage } from '../pages/reading/page-reader.js';
import type { ReadResults } from '../pages/reading/read-page.js';
import { troubles } from '../pages/states.js';
import type { EchoedField } from './echo.js';
import type { Include } from './extras.js';
import { query, wholeText } from './request/parameters.js';
import { answerSchema, type Contract } from './schema/answer.js';
import { diagnostics } from './schema/diagnostics.js';
import { type Fields, fields } from './schema/fields.js';

/** A page that the caller has fetched, and what it was asked with. */
export interface GivenPage {
  body: Uint8Array;
  contentType: string | undefined;
  query: string | undefined;
  page: number | undefined;
  include: Include;
}

/** An operation for callers who fetch themselves. */
export interface PageEndpoint {
  readonly path: string;
  /** Schema of `search_parameters` in the answer. */
  readonly parameters: z.ZodType;
  readonly response: z.ZodObject;
  /** Reads a page. Throws an `ApiError` for one that cannot be read: sent again, it could not be read either. */
  answer(page: GivenPage, readPage: ReadPage, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>>;
}

/** The parts of an endpoint that are the same for a page that the caller has fetched. */
interface PageEndpointParts<Name extends Operation, Params> {
  name: Name;
  result: Fields<Contract<OperationResults[Name]>>;
  echo: readonly EchoedField<Params>[];
}

const pageMust = 'must be a whole number, 0 or more';

/** The query string that comes with a page, `include` aside. */
export const pageQuery: Fields<{ query?: string; page?: string }> = fields({
  query: query
    .describe(
      'What was searched for. A page that says it answers another query is refused. Not compared when not given.',
    )
    .exactOptional(),
  page: wholeText({
    must: pageMust,
    description:
      'Number of the page, from 1; 0 is the first too. Another page is refused. Not compared when not given.',
    min: 0,
    max: 10 ** 15 - 1,
  }).exactOptional(),
});

/** What `include` may ask for with a page: what the parsers add. */
export const pageExtras: readonly string[] = Object.keys(parserExtras);

/** How pages of an endpoint are answered that the caller has fetched. */
export function pageEndpoint<Name extends Operation, Params extends object>(
  parts: PageEndpointParts<Name, Params>,
): PageEndpoint {
  const { name, result, echo } = parts;
  const echoed = Object.fromEntries(echo.map((field) => [field.name, field.schema]));
  const parameters = z.strictObject({ ...echoed, q: z.string().nullable() });
  const extras = { diagnostics: { description: 'How the page was read.', schema: diagnostics } };
  return {
    path: `/api/v1/parse/${name}`,
    parameters,
    response: answerSchema({ contract: result, parameters, extras }),
    async answer(given, readPage, signal) {
      const { diagnostics: how, ...contract } = {
        diagnostics: undefined,
        ...(await read(name, given, { readPage, signal })),
      };
      return {
        ...contract,
        search_parameters: parametersOf(parts, given),
        ...(how !== undefined && { diagnostics: how }),
      };
    },
  };
}

/** What was given, null for what was not. No engine was asked, so that none answered. */
function parametersOf<Name extends Operation, Params extends object>(
  { echo }: PageEndpointParts<Name, Params>,
  { query, page }: GivenPage,
): object {
  const params = { query: query ?? '', ...(page !== undefined && { page }) } as object as Params; // no other is required
  const echoed = echo.map((field) => [field.name, field.read(params, undefined)]);
  return { ...Object.fromEntries(echoed), q: query ?? null };
}

/** A page of any operation: how the operation is found that it is of, and answered as that operation answers. */
interface AutoEndpoint {
  readonly path: string;
  /** Reads a page, as `PageEndpoint` does. The answer says first which operation it is of. */
  answer: PageEndpoint['answer'];
}

/** How pages are answered that say themselves which of the operations they are of. */
export function autoEndpoint(endpoints: readonly { name: string; page: PageEndpoint }[]): AutoEndpoint {
  return {
    path: '/api/v1/parse/auto',
    async answer(given, readPage, signal) {
      const { operation, result } = await read('auto', given, { readPage, signal });
      const page = endpoints.find(({ name }) => name === operation)?.page;
      if (page === undefined)
        throw new ApiError('upstream_wrong_page', `The page is of ${operation}.`, { retryable: false });
      const isRead: ReadPage = async () => result as never; // it was read as the operation that the endpoint is of
      return { operation, ...(await page.answer(given, isRead, signal)) };
    },
  };
}

async function read<Name extends keyof ReadResults>(
  operation: Name,
  { body, contentType, query, page, include }: GivenPage,
  { readPage, signal }: { readPage: ReadPage; signal: AbortSignal },
): Promise<ReadResults[Name]> {
  const options = {
    ...Object.fromEntries(pageExtras.map((extra) => [extra, include.includes(extra)])),
    ...(contentType !== undefined && { contentType }),
    ...(query !== undefined && { query }),
    ...(page !== undefined && { page }),
    truncated: true,
  };
  try {
    return await readPage({ operation, body, options, isGiven: true }, signal);
  } catch (error) {
    if (!(error instanceof PageError)) throw error;
    const { code } = troubles[error.state];
    throw new ApiError(code, `${error.message}.`, { retryable: false, reason: error.state, cause: error });
  }
}
