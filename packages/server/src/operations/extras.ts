import { randomUUID } from 'node:crypto';
import { decodeBody, type Operation, operationExtras, extras as parserExtras } from '@svc/parsers';
import { z } from 'zod';
import { type Fault, truncateForMessage } from '../errors/api-error.js';
import type { CollectedPage, CollectedPages } from '../pages/collect.js';
import type { ResolvedLocation } from './locate.js';
import { didYouMean, findSimilarNames } from './request/nearest.js';
import { searchDiagnosticsSchema, searchMetadataSchema } from './schema/diagnostics.js';

/** Something that the service adds to an answer if `?include=` asks for it. */
interface ServiceExtra {
  description: string;
  /** Schema of its value. */
  schema: z.ZodType;
  read(collected: CollectedPages<object>, context: AnswerContext): unknown;
}

/** Facts about a search in addition to its pages. */
interface AnswerContext {
  marketOf: MarketOf | undefined;
  /** The place that its location names. */
  location: ResolvedLocation | undefined;
}

/** The market for which the engine says it answered; undefined if it names none. */
export type MarketOf = (page: CollectedPage<object>['raw']) => string | undefined;

/**
 * What the service adds, in the order of an answer. To add an extra of the service, add a row here; extras of parsers are rows
 * of their `extras`.
 */
export const serviceExtras: Readonly<Record<string, ServiceExtra>> = {
  diagnostics: {
    description: 'How the pages were fetched and parsed.',
    schema: searchDiagnosticsSchema,
    read: ({ pages, stop }, { marketOf, location }) => ({
      pages_gathered: pages.length,
      stopped: stop,
      ...(location && { place: shownPlace(location) }),
      pages: pages.map((page) => diagnosticsOf(page, marketOf)),
    }),
  },
  metadata: {
    description: 'When and how the search was made. A cached answer has the metadata of its original search.',
    schema: searchMetadataSchema,
    read: ({ pages, times: { began, ended } }) => ({
      id: randomUUID(),
      created_at: new Date(began).toISOString(),
      processed_at: new Date(ended).toISOString(),
      seconds: (ended - began) / 1000,
      engine_url: pages[0]?.url ?? null,
      attempts: pages.reduce((sum, { attempts }) => sum + attempts, 0),
    }),
  },
  html: {
    description: 'The pages as received.',
    schema: z.array(z.string()),
    read: ({ pages }) => pages.map(({ raw }) => decodeBody(raw.body, raw.headers['content-type'])),
  },
};

/** All names for `?include=`. */
export const extraNames: readonly string[] = Object.keys({ ...parserExtras, ...serviceExtras });

/** The names for `?include=` of an operation: extras of its parser and of the service. */
export function extraNamesFor(operation: Operation): readonly string[] {
  const own: readonly string[] = operationExtras[operation];
  return extraNames.filter((name) => own.includes(name) || Object.hasOwn(serviceExtras, name));
}

/** A place as shown in diagnostics, with the country of the request if that is another one. */
function shownPlace({ place, requestedCountry }: ResolvedLocation): object {
  const { id, canonical_name, country_code, target_type, gps } = place;
  return {
    id,
    canonical_name,
    country_code,
    target_type,
    gps,
    ...(requestedCountry && { asked_country: requestedCountry }),
  };
}

function diagnosticsOf(page: CollectedPage<object>, marketOf: MarketOf | undefined): object {
  const { result, raw, served, doubt } = page;
  const market = marketOf?.(raw);
  return {
    status: raw.status,
    ...(market !== undefined && { market }),
    ...(served.language !== undefined && { language: served.language }),
    ...(served.country !== undefined && { country: served.country }),
    ...(doubt !== undefined && { doubt }),
    ...('diagnostics' in result && typeof result.diagnostics === 'object' && result.diagnostics),
  };
}

/** Names of the extras that an answer is to carry, each once, in one order. */
export type IncludedExtras = readonly string[];

/** What the query string of a search says, and every fault of it. */
export interface ParsedInclude {
  include: IncludedExtras;
  faults: readonly Fault[];
}

/**
 * Reads the query string of a search: `include` is a comma-separated list and may be repeated.
 *
 * @param known what it may name
 * @param others names of the other parameters of the query string
 */
export function parseInclude(
  query: Readonly<Record<string, unknown>>,
  known: readonly string[] = extraNames,
  others: readonly string[] = [],
): ParsedInclude {
  const asked = [query.include ?? []].flat().flatMap((list) => String(list).split(','));
  const names = asked.map((name) => name.trim()).filter((name) => name !== '');
  const faults = [
    ...Object.keys(query)
      .filter((name) => name !== 'include' && !others.includes(name))
      .map((name) => unknownParameter(name, ['include', ...others])),
    ...names.filter((name) => !known.includes(name)).map((name) => unknownExtra(name, known)),
  ];
  return { include: known.filter((name) => names.includes(name)), faults };
}

function unknownParameter(name: string, known: readonly string[]): Fault {
  const only = known.length === 1 ? 'the only one is "include"' : `the parameters are ${known.join(', ')}`;
  const message = `"${truncateForMessage(name)}" is not a parameter of the query string; ${only}.`;
  const suggestions = known.length === 1 ? [...known] : findSimilarNames(name, known);
  return { field: truncateForMessage(name), code: 'unknown_parameter', message, suggestions };
}

function unknownExtra(name: string, known: readonly string[]): Fault {
  const meant = findSimilarNames(name, known);
  const extras = known.length > 0 ? `The extras are ${known.join(', ')}.` : 'This operation has no extras.';
  const message = `"include" has no extra "${truncateForMessage(name)}". ${extras}${didYouMean(meant)}`;
  const fault = { field: 'include', code: 'invalid_parameter' as const, message };
  return meant.length > 0 ? { ...fault, suggestions: meant } : fault;
}
