import { z } from 'zod';
import type { Endpoint } from '../../operations/endpoint.js';
import {
  accountComponentSchemas,
  type Lookup,
  locationSchema,
  namedCodeSchema,
  usageComponentSchemas,
} from '../../operations/lookups.js';
import { blockSchemas } from '../../operations/schema/blocks.js';
import * as diagnosticsSchemas from '../../operations/schema/diagnostics.js';
import { extractedPage } from '../../operations/schema/extracted.js';
import * as results from '../../operations/schema/results.js';
import { pageElement } from '../../operations/schema/results.js';
import { namedSchemas, type OpenApiFragment, toPascalCase } from './json.js';

/** The objects that several answers share, by their names for clients. */
const shared: Readonly<Record<string, z.ZodType>> = {
  OrganicResult: results.organicResult,
  VideoResult: results.videoResult,
  Pagination: results.pagination,
  KnowledgeGraph: results.knowledgeGraph,
  RelatedSearch: results.relatedSearch,
  SearchInformation: results.searchInformation,
  Suggestion: results.suggestion,
  PageElement: pageElement,
  ...blockSchemas,
  SearchDiagnostics: diagnosticsSchemas.searchDiagnosticsSchema,
  PageDiagnostics: diagnosticsSchemas.pageDiagnosticsSchema,
  Diagnostics: diagnosticsSchemas.diagnostics,
  DroppedCandidate: diagnosticsSchemas.droppedCandidate,
  FieldSource: diagnosticsSchemas.fieldSource,
  UnderstoodPlace: diagnosticsSchemas.resolvedLocationSchema,
  SearchMetadata: diagnosticsSchemas.searchMetadataSchema,
  Location: locationSchema,
  CodeName: namedCodeSchema,
  ExtractedPage: extractedPage,
  ...accountComponentSchemas,
  ...usageComponentSchemas,
};

/** Names of the schemas of an operation. */
export function schemaNames({ name }: Pick<Endpoint, 'name'>): Readonly<Record<SchemaRole, string>> {
  const base = toPascalCase(name);
  return {
    request: `${base}Request`,
    response: `${base}Response`,
    parameters: `${base}Parameters`,
    page: `${base}Page`,
    pageParameters: `${base}PageParameters`,
    auto: `${base}AutoPage`,
  };
}

type SchemaRole = 'request' | 'response' | 'parameters' | 'page' | 'pageParameters' | 'auto';

/** Name of the schema of the answer to a look-up. */
export function lookupSchemaName({ name }: Pick<Lookup, 'name'>): string {
  return `${toPascalCase(name)}Response`;
}

/** Schemas of all answers and their parts. */
export function answerSchemas(
  endpoints: readonly Endpoint[],
  lookups: readonly Lookup[],
): Record<string, OpenApiFragment> {
  const ofSearches = endpoints.flatMap((endpoint) => {
    const names = schemaNames(endpoint);
    return [
      [names.response, endpoint.response],
      [names.parameters, endpoint.parameters],
      [names.page, endpoint.page.response],
      [names.pageParameters, endpoint.page.parameters],
      [names.auto, z.strictObject({ operation: z.literal(endpoint.name), ...endpoint.page.response.shape })],
    ];
  });
  const ofLookups = lookups.map((lookup) => [lookupSchemaName(lookup), lookup.response]);
  return namedSchemas({ ...Object.fromEntries([...ofSearches, ...ofLookups]), ...shared });
}
