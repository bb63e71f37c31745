import { type Engine, engines } from '@svc/fetchers';
import { z } from 'zod';
import type { EngineDependentParams } from './engine.js';
import { endpointOf, engineDefinitions } from './index.js';
import { device, freshness, safe } from './request/filters.js';
import { country, hl, location, page, query } from './request/parameters.js';
import { extractedPage } from './schema/extracted.js';
import { defineFields, leftOutFields, type SchemaFields } from './schema/fields.js';

/** Parameters of a search on several engines: those that at least one of them supports. */
export interface SearchAllParams extends Partial<EngineDependentParams> {
  query: string;
  engines?: Engine[];
  page?: number;
  device?: 'desktop' | 'mobile' | 'tablet';
  safe?: boolean;
}

const enginesMust = `must be a list of ${engines.map((name) => `"${name}"`).join(', ')}, each at most once`;

export const searchAllParams: SchemaFields<SearchAllParams> = defineFields({
  query,
  engines: z
    .array(z.enum(engines, enginesMust), enginesMust)
    .min(1, enginesMust)
    .refine((names) => new Set(names).size === names.length, enginesMust)
    .describe('Engines to search on; default: all.')
    .exactOptional(),
  page,
  location,
  gl: country,
  hl,
  device,
  safe,
  freshness,
}) as SchemaFields<SearchAllParams>;

/** Parameters that not every engine supports, in the order of bodies. */
const jointNames = ['location', 'gl', 'hl', 'freshness'] as const satisfies (keyof EngineDependentParams)[];

/** Parameters that have the same name on every engine that has them. */
const sharedNames = ['device', 'safe'] as const satisfies (keyof SearchAllParams)[];

/** The native body for one engine. */
export function engineSearchBody(engine: Engine, params: SearchAllParams): Readonly<Record<string, unknown>> {
  const { engines: _, gl, hl, location, freshness, ...common } = params;
  const shared = Object.entries(common).filter(([name]) => endpointOf(`${engine}.search`).takes(name));
  return Object.assign(
    Object.fromEntries(shared),
    ...jointNames.map((name) => inJoint(engineDefinitions[engine].jointParameters, name, params)),
  );
}

/** The native parameters for one of a joint search. */
function inJoint<Name extends keyof EngineDependentParams>(
  joint: { readonly [Key in Name]?: (value: EngineDependentParams[Key]) => object },
  name: Name,
  params: Partial<EngineDependentParams>,
): object | undefined {
  const value = params[name];
  return value === undefined ? undefined : joint[name]?.(value);
}

/** Names of the given parameters that an engine ignores. */
export function parametersIgnoredBy(engine: Engine, params: SearchAllParams): string[] {
  const { jointParameters } = engineDefinitions[engine];
  const endpoint = endpointOf(`${engine}.search`);
  return [
    ...jointNames.filter((name) => params[name] !== undefined && jointParameters[name] === undefined),
    ...sharedNames.filter((name) => params[name] !== undefined && !endpoint.takes(name)),
  ];
}

const rowEngine = z.strictObject({
  engine: z.enum(engines),
  position: z.int().min(1).describe('Position in the list of that engine.'),
});

const joinedResult = z.strictObject({
  position: z.int().min(1).describe('Position in the joined list, from 1, without gaps.'),
  title: z.string(),
  link: z.string().describe('Target address.'),
  domain: z.string().describe('Host name of the link.'),
  source: z.string().describe('Name of the site or publisher.'),
  snippet: z.string().describe('The longest excerpt; empty if none.'),
  score: z.number().describe('Sum of 1 / (60 + position) over the engines: reciprocal rank fusion.'),
  engines: z.array(rowEngine).min(1).describe('The engines with this row, in the requested order.'),
});

const engineState = z.strictObject({
  state: z.string().describe('`results`, `no_results`, or the error code of the search on this engine.'),
  results: z.int().min(0).describe('Number of rows from the engine.'),
  has_next_page: z.boolean().describe('Whether the engine has a further page; false if unknown.'),
  error: z.string().describe('What happened. Only if the search failed.').exactOptional(),
  ignored: z.array(z.string()).describe('Parameters that this engine does not support.').exactOptional(),
});

const searchAllParameters = z.strictObject({
  q: z.string(),
  engines: z.array(z.enum(engines)),
  page: z.int(),
  location: z.string().nullable(),
  gl: z.string().nullable(),
  hl: z.string().nullable(),
});

/** The parts of the answer that are named schemas of the API. */
export const searchAllComponentSchemas: Readonly<Record<string, z.ZodType>> = {
  JoinedResult: joinedResult,
  RowEngine: rowEngine,
  EngineState: engineState,
  SearchAllParameters: searchAllParameters,
};

export const searchAllResponseSchema: z.ZodType = z.strictObject({
  results: z.array(joinedResult).describe('Rows of all engines, joined by target, best first.'),
  engines: z
    .partialRecord(z.enum(engines), engineState)
    .describe('State of each engine. If one fails, only its rows are missing.'),
  search_parameters: searchAllParameters,
  extracted: z.array(extractedPage).describe('Texts of found pages. Only with `extract`.').exactOptional(),
  ...leftOutFields,
});

/** Path of the search on several engines. */
export const searchAllPath = '/api/v1/search/all';
