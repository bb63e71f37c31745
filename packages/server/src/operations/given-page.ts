import { type Operation, type OperationResults, PageError, extras as parserExtras } from '@svc/parsers';
import { z } from 'zod';
import { ApiError } from '../errors/api-error.js';
import { failureHandling } from '../pages/judge.js';
import type { ParsePage } from '../pages/reading/page-reader.js';
import type { ParseResults } from '../pages/reading/read-page.js';
import type { EchoedField } from './echo.js';
import type { IncludedExtras } from './extras.js';
import { integerQueryParameter, query } from './request/parameters.js';
import { diagnostics } from './schema/diagnostics.js';
import { answerSchema, defineFields, type SchemaFields, type WithoutDiagnostics } from './schema/fields.js';

/** A page sent by the caller, with its query and number. */
export interface PostedPage {
  body: Uint8Array;
  contentType: string | undefined;
  query: string | undefined;
  page: number | undefined;
  include: IncludedExtras;
}

/** An operation on pages sent by the caller. */
export interface ParseEndpoint {
  readonly path: string;
  /** Schema of `search_parameters` in the answer. */
  readonly parameters: z.ZodType;
  readonly response: z.ZodObject;
  /** Parses a page. Throws an `ApiError` that is not retryable for a page that cannot be parsed. */
  answer(page: PostedPage, readPage: ParsePage, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>>;
}

/** The parts of an endpoint that are shared with its page endpoint. */
interface ParseEndpointParts<Name extends Operation, Params> {
  name: Name;
  result: SchemaFields<WithoutDiagnostics<OperationResults[Name]>>;
  echo: readonly EchoedField<Params>[];
}

const pageMust = 'must be a whole number, 0 or more';

/** The query string for a page, without `include`. */
export const postedPageParams: SchemaFields<{ query?: string; page?: string }> = defineFields({
  query: query
    .describe('The query of the page; a page that shows another query is refused. Not checked if not given.')
    .exactOptional(),
  page: integerQueryParameter({
    must: pageMust,
    description:
      'Number of the page, from 1; 0 means 1. A page with another number is refused. Not checked if not given.',
    min: 0,
    max: 10 ** 15 - 1,
  }).exactOptional(),
});

/** The names for `include` with a page: the extras of the parsers. */
export const parserExtraNames: readonly string[] = Object.keys(parserExtras);

/** Creates the page endpoint of an endpoint. */
export function createParseEndpoint<Name extends Operation, Params extends object>(
  parts: ParseEndpointParts<Name, Params>,
): ParseEndpoint {
  const { name, result, echo } = parts;
  const echoed = Object.fromEntries(echo.map((field) => [field.name, field.schema]));
  const parameters = z.strictObject({ ...echoed, q: z.string().nullable() });
  const extras = { diagnostics: { description: 'How the page was parsed.', schema: diagnostics } };
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

/** The given parameters, null for others. There is no host, because no engine was asked. */
function parametersOf<Name extends Operation, Params extends object>(
  { echo }: ParseEndpointParts<Name, Params>,
  { query, page }: PostedPage,
): object {
  const params = { query: query ?? '', ...(page !== undefined && { page }) } as object as Params; // no other parameter is required
  const echoed = echo.map((field) => [field.name, field.read(params, undefined)]);
  return { ...Object.fromEntries(echoed), q: query ?? null };
}

/** Detects the operation of a page and answers like its page endpoint. */
interface AutoParseEndpoint {
  readonly path: string;
  /** Parses a page like `ParseEndpoint`. The first field of the answer is the operation. */
  answer: ParseEndpoint['answer'];
}

/** Creates the endpoint that detects the operation of a page. */
export function createAutoParseEndpoint(
  endpoints: readonly { name: string; page: ParseEndpoint }[],
): AutoParseEndpoint {
  return {
    path: '/api/v1/parse/auto',
    async answer(given, readPage, signal) {
      const { operation, result } = await read('auto', given, { readPage, signal });
      const page = endpoints.find(({ name }) => name === operation)?.page;
      if (page === undefined)
        throw new ApiError('upstream_wrong_page', `The page is a page of ${operation}.`, { retryable: false });
      const isRead: ParsePage = async () => result as never; // it has been parsed as this operation
      return { operation, ...(await page.answer(given, isRead, signal)) };
    },
  };
}

async function read<Name extends keyof ParseResults>(
  operation: Name,
  { body, contentType, query, page, include }: PostedPage,
  { readPage, signal }: { readPage: ParsePage; signal: AbortSignal },
): Promise<ParseResults[Name]> {
  const options = {
    ...Object.fromEntries(parserExtraNames.map((extra) => [extra, include.includes(extra)])),
    ...(contentType !== undefined && { contentType }),
    ...(query !== undefined && { query }),
    ...(page !== undefined && { page }),
    truncated: true,
  };
  try {
    return await readPage({ operation, body, options, isPosted: true }, signal);
  } catch (error) {
    if (!(error instanceof PageError)) throw error;
    const { code } = failureHandling[error.state];
    throw new ApiError(code, `${error.message}.`, { retryable: false, reason: error.state, cause: error });
  }
}
