import type { Device, Places } from '@svc/fetchers';
import {
  type Extra,
  type Operation,
  type OperationResults,
  type ParseOptions,
  extras as parserExtras,
} from '@svc/parsers';
import { z } from 'zod';
import {
  type CollectContext,
  type CollectedPages,
  collectPages,
  type GetPage,
  type PageSource,
  type StopReason,
} from '../pages/collect.js';
import type { ParsePage } from '../pages/reading/page-reader.js';
import type { RowWindow } from '../pages/window.js';
import type { EchoedField } from './echo.js';
import type { EngineDefinition } from './engine.js';
import { type IncludedExtras, type MarketOf, serviceExtras } from './extras.js';
import { createParseEndpoint, type ParseEndpoint } from './given-page.js';
import { type LocationParams, type ResolvedLocation, resolveLocation } from './locate.js';
import { createCanonicalizer } from './request/parameters.js';
import { hasParameter, type ParameterChecks, type ParameterRules, validateParameters } from './request/read-body.js';
import type { SearchExample } from './schema/examples.js';
import type { SchemaFields } from './schema/fields.js';
import { answerSchema, fillRateFields, leftOutFields, type WithoutDiagnostics } from './schema/fields.js';

/** Parameters of all endpoints. */
interface AnyParams extends LocationParams {
  query: string;
  device?: Device;
  num?: number;
}

/** What defines an endpoint. */
interface Definition<Name extends Operation, Params extends AnyParams>
  extends ParameterRules<keyof NoInfer<Params> & string>,
    Omit<PageSource<NoInfer<Params>, OperationResults[Name]>, 'read' | 'locale'> {
  name: Name;
  engine: EngineDefinition;
  /** Path below the base address. */
  path: `/api/v1/${string}`;
  /** One line for the API description. */
  summary: string;
  params: SchemaFields<Params>;
  /** Deprecated parameters, each with the first day of its deprecation, `2026-11-20`. */
  deprecated?: { readonly [Parameter in keyof Params]?: string };
  /** Fields of the answer without `search_parameters` and extras. */
  result: SchemaFields<WithoutDiagnostics<OperationResults[Name]>>;
  /** The fields of `search_parameters` in their order. */
  echo: readonly EchoedField<NoInfer<Params>>[];
  /**
   * Fields whose fill rate is measured in addition to those of every row and to `answer.pagination.next`; `answer.` stands before
   * fields of the answer.
   *
   * @default none
   */
  additionalFillRateFields?: readonly string[];
  example: SearchExample<Name>;
  /** Parses a page synchronously. @default the parser of the operation, on a thread if the page is large */
  parse?: (body: Uint8Array, options: ParseOptions, params: NoInfer<Params>) => OperationResults[Name];
  /** The market for which the engine says it answered, for diagnostics. @default it names none */
  marketOf?: MarketOf;
}

/** The result of a search. */
export interface SearchOutcome {
  /** The answer without `search_parameters`, which differ between the callers that share an answer. */
  body: Readonly<Record<string, unknown>>;
  /** The host of the engine that answered; undefined if none was asked. */
  host: string | undefined;
  /** Number of pages of the engine in it. */
  pages: number;
  /** Number of rows or suggestions in it. */
  rows: number;
  stop: StopReason;
  /** Whether the list is complete, so that the answer can be cached. */
  isWhole: boolean;
}

/** What a search needs. */
interface SearchRun {
  getPage: GetPage;
  readPage: ParsePage;
  include: IncludedExtras;
  places: CollectContext['places'];
}

/** A valid request. */
export interface SearchPlan {
  /** The same for requests that have the same answer, however they are written. */
  readonly key: string;
  /** Number of pages of the engine that it asks for, at least 1. */
  readonly pages: number;
  /** The query as given. */
  readonly query: string;
  /** The device of the search. @default a desktop */
  readonly device: Device | undefined;
  /** The place that its location names; undefined if it has none. */
  resolveLocation(places: Places): ResolvedLocation | undefined;
  run(run: SearchRun): Promise<SearchOutcome>;
  /** `search_parameters`. @param host the host of the engine that answered */
  echo(host: string | undefined): Readonly<Record<string, unknown>>;
}

/** An endpoint as seen by the rest of the service. */
export interface Endpoint extends Required<ParameterRules> {
  /** The operation that it serves. */
  readonly name: Operation;
  readonly path: string;
  readonly summary: string;
  /** Whether it has a parameter of this name. */
  takes(parameter: string): boolean;
  /** Number of the last page that the engine serves. */
  readonly lastPage: number;
  /** Names of the deprecated parameters. */
  readonly deprecated: readonly string[];
  /** The first day of deprecation of a parameter in a body, `2026-11-20`; undefined if none is deprecated. */
  deprecatedSince(body: unknown): string | undefined;
  /** Schema of the body, without the rules between parameters. */
  readonly request: z.ZodType;
  /** Schema of `search_parameters` in the answer. */
  readonly parameters: z.ZodType;
  readonly response: z.ZodType;
  /** Names of the fields whose fill rate is measured. */
  readonly fillRateFields: readonly string[];
  readonly example: SearchExample;
  /** The same for a page sent by the caller. */
  readonly page: ParseEndpoint;
  /** Checks a body. Throws an `ApiError` that lists every fault. */
  plan(body: unknown, checks: ParameterChecks): SearchPlan;
}

/** Creates an endpoint. The compiler checks that the parts of its definition fit together. */
export function defineEndpoint<Name extends Operation, Params extends AnyParams>(
  definition: Definition<Name, Params>,
): Endpoint {
  const { name, path, summary, params, deprecated = {}, exclusive = [], together = [], result, echo } = definition;
  const { additionalFillRateFields = [], example } = definition;
  const canonical = createCanonicalizer(params.shape);
  const parameters = z.strictObject(Object.fromEntries(echo.map((field) => [field.name, field.schema])));
  return {
    name,
    path,
    summary,
    takes: (parameter) => Object.hasOwn(params.shape, parameter),
    lastPage: definition.paging.lastPage,
    deprecated: Object.keys(deprecated),
    deprecatedSince: (body) => sinceWhen(deprecated, body),
    exclusive,
    together,
    request: params.object,
    parameters,
    response: answerSchema({ contract: result, parameters, extras: serviceExtras }).extend(leftOutFields),
    fillRateFields: fillRateFields(result.shape, additionalFillRateFields),
    example,
    page: createParseEndpoint(definition),
    plan(body, checks) {
      const given = validateParameters(body, definition, checks);
      return {
        key: JSON.stringify([name, canonical(given)]),
        pages: pagesAsked(definition.paging.windowOf(given)),
        query: given.query,
        device: given.device,
        resolveLocation: (places) => resolveLocation(given, places),
        async run({ include, readPage, ...run }) {
          const source = sourceOf(definition, readPage);
          const collected = await collectPages(source, given, { ...run, extras: parserOptions(include) });
          return foundIn(definition, { collected, include, location: resolveLocation(given, run.places) });
        },
        echo: (host) => Object.fromEntries(echo.map(({ name, read }) => [name, read(given, host)])),
      };
    },
  };
}

function sourceOf<Name extends Operation, Params extends AnyParams>(
  { name, parse, engine, ...source }: Definition<Name, Params>,
  readPage: ParsePage,
): PageSource<Params, OperationResults[Name]> {
  return {
    ...source,
    locale: engine.locale,
    read: async ({ body, options, params, first }, signal) =>
      parse
        ? parse(body, options, params)
        : readPage({ operation: name, body, options, num: params.num, first }, signal),
  };
}

/** Rows on a page of an engine, unless it follows a suggestion for more. */
const usualRows = 10;

/** Number of pages that a window asks for. If later pages are found by links, only its size tells their number. */
function pagesAsked({ pages, size }: RowWindow): number {
  return pages.length > 0 && Number.isFinite(size) ? Math.max(pages.length, Math.ceil(size / usualRows)) : 1;
}

/** Options of the parser for the extras that it adds. */
function parserOptions(include: IncludedExtras): { [Name in Extra]?: boolean } {
  return Object.fromEntries(Object.keys(parserExtras).map((name) => [name, include.includes(name)]));
}

interface Gathered {
  collected: CollectedPages<object>;
  include: IncludedExtras;
  location: ResolvedLocation | undefined;
}

function foundIn({ marketOf }: { marketOf?: MarketOf }, { collected, include, location }: Gathered): SearchOutcome {
  const { result, pages, stop, isWhole } = collected;
  const last = pages.at(-1);
  const host = last && new URL(last.raw.url).hostname;
  const { diagnostics, ...contract } = { diagnostics: undefined, ...result };
  const asked = Object.entries(serviceExtras).filter(([name]) => include.includes(name));
  const body = {
    ...contract,
    ...Object.fromEntries(asked.map(([name, { read }]) => [name, read(collected, { marketOf, location })])),
  };
  return { body, host, pages: pages.length, rows: rowsIn(contract), stop, isWhole };
}

function sinceWhen(deprecated: Readonly<Record<string, string | undefined>>, body: unknown): string | undefined {
  const days = Object.entries(deprecated).flatMap(([name, day]) => (hasParameter(body, name) ? (day ?? []) : []));
  return days.sort()[0];
}

/** Number of rows or suggestions of a result. */
function rowsIn(result: object): number {
  const lists = Object.entries(result).filter(([name]) => name === 'organic_results' || name === 'suggestions');
  return lists.reduce((rows, [, list]) => rows + (Array.isArray(list) ? list.length : 0), 0);
}
