import { createSchemaResolver, type Field, fieldsOf, type Schema } from './fields.js';

/** A search operation of the service. */
export interface ApiOperation {
  /** `<engine>.<kind>`, such as `alpha.search`. */
  name: string;
  engine: string;
  /** Common name of the engine; undefined if the service does not state it. */
  engineName: string | undefined;
  kind: string;
  /** Path below the base URL of the service. */
  path: string;
  summary: string;
  fields: Field[];
  /** Pairs of parameters that exclude each other. */
  exclusive: string[][];
  /** Values of `?include=`. */
  extras: string[];
  /** What each extra adds. */
  extraMeanings: Readonly<Record<string, string>>;
}

/** The contents of `/openapi.json`. */
export interface ApiDescription {
  operations: ApiOperation[];
  /** Whether the service supports the Model Context Protocol. */
  hasMcp: boolean;
}

interface Document {
  'x-engines'?: Readonly<Record<string, string>>;
  paths?: Record<string, { post?: PostMethod }>;
}

interface PostMethod {
  summary?: string;
  parameters?: { name?: string; $ref?: string; schema?: Schema }[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
}

const searchPath = /^\/api\/v\d+\/(?!parse\/|batch)([a-z]+)\/([a-z/]+)$/;

/** Finds the search operations in an OpenAPI document. */
export function describeApi(document: unknown): ApiDescription {
  const { paths = {}, 'x-engines': engineNames = {} } = document as Document;
  const resolve = createSchemaResolver(document);
  const found = Object.entries(paths).flatMap(([path, { post }]) => {
    const [, engine = '', rest = ''] = searchPath.exec(path) ?? [];
    const schema = post?.requestBody?.content?.['application/json']?.schema;
    if (post === undefined || schema === undefined || engine === '') return [];
    const body = resolve(schema);
    if (body.properties?.query === undefined) return [];
    const kind = rest.split('/').at(-1) ?? rest;
    const operation: ApiOperation = {
      name: `${engine}.${kind}`,
      engine,
      engineName: engineNames[engine],
      kind,
      path,
      summary: post.summary ?? `${engine} ${kind}`,
      fields: fieldsOf(body, resolve),
      exclusive: (body.allOf ?? []).flatMap(({ not }) => (not?.required ? [not.required] : [])),
      ...extrasOf(post, (schema) => resolve(schema)),
    };
    return [operation];
  });
  return {
    operations: found,
    hasMcp: '/mcp' in paths,
  };
}

type Extras = Pick<ApiOperation, 'extras' | 'extraMeanings'>;

interface Parameter {
  name?: string;
  /** Has a line per extra: "- `name`: what it adds." */
  description?: string;
  schema?: Schema;
}

function extrasOf({ parameters = [] }: PostMethod, resolve: (schema: Schema) => Schema): Extras {
  const resolved = parameters.map((parameter) => resolve(parameter as Schema) as Parameter);
  const { description = '', schema } = resolved.find(({ name }) => name === 'include') ?? {};
  const items = schema && resolve(resolve(schema).items ?? {});
  const meanings = [...description.matchAll(/^- `(\w+)`: ([^\n]*)$/gm)];
  return {
    extras: (items?.enum ?? []).map(String),
    extraMeanings: Object.fromEntries(meanings.map(([, name, text = '']) => [name, text.replace(/`|\.$/g, '')])),
  };
}
