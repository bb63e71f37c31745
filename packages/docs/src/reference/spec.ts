/** The parts of an OpenAPI 3.1 document that the reference shows. */
export interface OpenApiSpec {
  info: { title: string; version: string; description?: string };
  paths: Record<string, Partial<Record<Method, Operation>>>;
  /** The common names of the engines. */
  'x-engines': Readonly<Record<string, string>>;
  components: {
    schemas: Record<string, Schema>;
    responses?: Record<string, SpecResponse>;
    headers?: Record<string, Header>;
  };
}

/** A value of the document, or a reference to one. */
export type OrRef<Value> = Value | { $ref: string };

type Method = 'get' | 'post' | 'delete';

interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags?: string[];
  deprecated?: boolean;
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, OrRef<SpecResponse>>;
}

export interface Parameter {
  name: string;
  in: string;
  description?: string;
  required?: boolean;
  example?: unknown;
  schema: Schema;
}

export interface SpecResponse extends Content {
  description: string;
  headers?: Record<string, OrRef<Header>>;
}

interface Header {
  description?: string;
}

interface Content {
  content?: Record<string, MediaType>;
}

/** A body with one media type. */
export interface MediaType {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, Example>;
}

interface Example {
  summary?: string;
  value?: unknown;
}

export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  deprecated?: boolean;
}

/** An operation with its path and method. */
export interface Endpoint {
  path: string;
  method: Method;
  operation: Operation;
}

/** All operations of the document, in order. */
export function endpointsOf(spec: OpenApiSpec): Endpoint[] {
  return Object.entries(spec.paths).flatMap(([path, methods]) =>
    (Object.entries(methods) as [Method, Operation][])
      .filter(([, operation]) => operation?.operationId !== undefined)
      .map(([method, operation]) => ({ path, method, operation })),
  );
}

/** Resolves a reference within the document. */
export function resolveRef<Value extends object>(value: OrRef<Value>, spec: OpenApiSpec): Value {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as Value;
  const keys = value.$ref.split('/').slice(1);
  const found = keys.reduce<unknown>((parent, key) => (parent as Record<string, unknown>)[key], spec);
  return resolveRef(found as OrRef<Value>, spec);
}

/** The first example of a media type. */
export function mediaTypeExample({ example, examples = {} }: MediaType): unknown {
  return example ?? Object.values(examples)[0]?.value;
}

/** The name of a referenced schema. */
export function refName(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1);
}
