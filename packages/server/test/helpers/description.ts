import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { testService } from './service.js';

// biome-ignore lint/suspicious/noExplicitAny: any part of the document, as tests look into it
type Part = any;

/** The description of the API, as it is sent. */
export const description: Part = (await testService().get('/openapi.json')).json();

/** A part of the document, or what it refers to. */
export function resolved(part: Part): Part {
  if (typeof part?.$ref !== 'string') return part;
  return part.$ref
    .slice('#/'.length)
    .split('/')
    .reduce((found: Part, name: string) => found[name], description);
}

/** The schema of the body that an operation takes as JSON. */
export function bodySchemaOf(path: string): Part {
  return resolved(description.paths[path].post.requestBody.content['application/json'].schema);
}

/** The schema of the answer of an operation. */
export function answerSchemaOf(path: string): Part {
  const { post, get } = description.paths[path];
  return resolved((post ?? get).responses[200].content['application/json'].schema);
}

/** What `include` may ask for at a path. */
export function extrasAt(path: string): string[] {
  const parameters: Part[] = description.paths[path].post.parameters ?? [];
  return parameters.find(({ name }) => name === 'include')?.schema.items.enum ?? [];
}

/** The paths where something is looked up, each with what its query string may hold. */
export const lookups: readonly { path: string; query: readonly string[] }[] = Object.entries<Part>(
  description.paths,
).flatMap(([path, { get }]) =>
  get?.tags[0] === 'Look-up' ? [{ path, query: (get.parameters ?? []).map(({ name }: Part) => name) }] : [],
);

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv, ['date-time', 'binary']);
ajv.addSchema(description, 'openapi');

/** What is wrong with a value by a schema of the document, in words; empty where nothing is. */
export function faultsBy(schema: Part, value: unknown): string[] {
  const validate = compile(schema);
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** By the schema's own object: a part of the document stays the same. */
const compiled = new WeakMap<object, ValidateFunction>();

function compile(schema: Part): ValidateFunction {
  const known = compiled.get(schema);
  if (known) return known;
  const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components'));
  const validate = ajv.compile(absolute);
  compiled.set(schema, validate);
  return validate;
}

/** An answer, as far as the document describes it. */
interface Answered {
  statusCode: number;
  headers: object;
  body: string;
  json(): unknown;
}

/** What is wrong with an answer by the document: a status, a type, a body or a header that it does not describe. */
export function faultsOfAnswer(method: 'get' | 'post', path: string, response: Answered): string[] {
  const operation = description.paths[path]?.[method];
  const answer = resolved(operation?.responses[response.statusCode] ?? operation?.responses.default);
  if (answer === undefined) return [`${method} ${path} ${response.statusCode} is not described`];
  const type = String(new Map(Object.entries(response.headers)).get('content-type')).replace(/;.*/s, '');
  const content = answer.content[type];
  if (content === undefined) return [`${method} ${path} ${response.statusCode} is not described as ${type}`];
  const bodies = bodiesOf(type, response);
  return [...bodies.flatMap((body) => faultsBy(content.schema, body)), ...faultsOfHeaders(answer.headers, response)];
}

/** What the schema describes: each line, where there are lines of JSON. */
function bodiesOf(type: string, response: Answered): unknown[] {
  if (type.endsWith('ndjson'))
    return response.body
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  return [type.endsWith('json') ? response.json() : response.body];
}

/** Headers that belong to HTTP, and are the same on every answer. */
const usual =
  /^(?:content-|cache-control$|date$|connection$|keep-alive$|vary$|x-content-type-options$|cross-origin-resource-policy$|referrer-policy$|transfer-encoding$)/;

function faultsOfHeaders(described: Record<string, Part>, { headers }: Answered): string[] {
  const known = new Map(Object.entries(described).map(([name, header]) => [name.toLowerCase(), resolved(header)]));
  return Object.entries(headers).flatMap(([name, value]) => {
    if (usual.test(name)) return [];
    const schema = known.get(name)?.schema;
    if (schema === undefined) return [`the header ${name} is not described`];
    return faultsBy(schema, schema.type === 'integer' ? Number(value) : value).map((fault) => `${name}:${fault}`);
  });
}
