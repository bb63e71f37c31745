import type { Operation as OperationName, RawPage } from '@svc/fetchers';
import { decodeBody } from '@svc/parsers';
import type { z } from 'zod';
import { type Collected, type CollectedPage, collect, type Run, type Source, type Stop } from '../pages/collect.js';
import { type Checks, type ParameterRules, readBody } from '../requests/read-body.js';
import { answerSchema, type Contract } from '../schema/answer.js';
import { type Fields, objectOf } from '../schema/fields.js';
import type { Include } from './include.js';

/** Everything that sets one endpoint apart from the others. */
export interface Definition<Params extends { query: string }, Result extends object, Echo extends object>
  extends ParameterRules<keyof NoInfer<Params> & string>,
    Source<NoInfer<Params>, Result> {
  name: OperationName;
  /** Path below the base address. */
  path: `/api/v1/${string}`;
  /** One line for the description of the API. */
  summary: string;
  params: Fields<Params>;
  /** Parameters that are on their way out, each with the day since when, `2026-11-20`. */
  deprecated?: { readonly [Name in keyof Params]?: string };
  /** Fields of the answer, without `search_parameters` and the extras. */
  result: Fields<Contract<Result>>;
  /** Fields of `search_parameters`, in the order they are echoed. */
  echo: Fields<Echo>;
  /** @param host the engine's host that really answered; undefined when none was asked */
  echoOf(params: NoInfer<Params>, host: string | undefined): NoInfer<Echo>;
  /** The market that the engine says it answered for, for diagnostics; undefined where it says none. */
  marketOf?(page: RawPage): string | undefined;
}

/** What a search came to. */
export interface Found {
  /** The answer as it is sent. */
  body: Readonly<Record<string, unknown>>;
  /** How many pages of the engine are in it. */
  pages: number;
  /** How many rows or suggestions are in it. */
  rows: number;
  stop: Stop;
}

/** A request that was found right. */
export interface Plan {
  /** The same for requests that have the same answer. */
  readonly key: string;
  /** The query as given. */
  readonly query: string;
  /** Since when a parameter that was given is on its way out; undefined where none is. */
  readonly deprecatedSince: string | undefined;
  run(run: Run): Promise<Found>;
}

/** An endpoint, as the rest of the service sees it: the same for all. */
export interface Operation extends Required<ParameterRules> {
  readonly name: OperationName;
  readonly path: string;
  readonly summary: string;
  /** Names of the parameters that are on their way out. */
  readonly deprecated: readonly string[];
  /** Schema of the body, without the rules between parameters. */
  readonly request: z.ZodType;
  readonly response: z.ZodType;
  /** Checks a body. Throws an `ApiError` that lists every fault. */
  plan(body: unknown, checks: Checks): Plan;
}

/** Makes an endpoint of what sets it apart, and has the compiler check that its parts fit together. */
export function defineOperation<Params extends { query: string }, Result extends object, Echo extends object>(
  definition: Definition<Params, Result, Echo>,
): Operation {
  const { name, path, summary, params, deprecated = {}, exclusive = [], together = [], result, echo } = definition;
  return {
    name,
    path,
    summary,
    deprecated: Object.keys(deprecated),
    exclusive,
    together,
    request: objectOf(params),
    response: answerSchema(result, echo),
    plan(body, checks) {
      const given = readBody(body, definition, checks);
      return {
        key: JSON.stringify([name, given]),
        query: given.query,
        deprecatedSince: sinceWhen(deprecated, given),
        run: async (run) => answerOf(definition, given, { collected: await collect(definition, given, run), ...run }),
      };
    },
  };
}

function answerOf<Params extends { query: string }, Result extends object, Echo extends object>(
  { echoOf, marketOf }: Definition<Params, Result, Echo>,
  params: Params,
  { collected: { result, pages, stop }, include }: { collected: Collected<Result>; include: Include },
): Found {
  const last = pages.at(-1);
  const host = last && new URL(last.raw.url).hostname;
  const { diagnostics, ...contract } = { diagnostics: undefined, ...result };
  const body = {
    ...contract,
    search_parameters: echoOf(params, host),
    ...(include.diagnostics && { diagnostics: diagnosticsOf(pages, { stop, marketOf }) }),
    ...(include.html && { html: pages.map(({ raw }) => decodeBody(raw.body, raw.headers['content-type'])) }),
  };
  return { body, pages: pages.length, rows: rowsIn(contract), stop };
}

function sinceWhen(deprecated: Readonly<Record<string, string | undefined>>, given: object): string | undefined {
  const days = Object.entries(deprecated).flatMap(([name, day]) => (Object.hasOwn(given, name) ? (day ?? []) : []));
  return days.sort()[0];
}

function diagnosticsOf(
  pages: readonly CollectedPage<object>[],
  { stop, marketOf }: { stop: Stop; marketOf: ((page: RawPage) => string | undefined) | undefined },
): object {
  const read = pages.map(({ result, raw }) => {
    const market = marketOf?.(raw);
    return {
      status: raw.status,
      ...(market !== undefined && { market }),
      ...('diagnostics' in result && typeof result.diagnostics === 'object' && result.diagnostics),
    };
  });
  return { pages_gathered: pages.length, stopped: stop, pages: read };
}

/** Length of the list that the answer is about. */
function rowsIn(result: object): number {
  const lists = Object.entries(result).filter(([name]) => name === 'organic_results' || name === 'suggestions');
  return lists.reduce((rows, [, list]) => rows + (Array.isArray(list) ? list.length : 0), 0);
}
