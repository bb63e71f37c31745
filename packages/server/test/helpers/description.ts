import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { testService } from './service.js';

// biome-ignore lint/suspicious/noExplicitAny: tests read any part of the document
type Part = any;

/** The API description, as served. */
export const description: Part = (await testService().get('/openapi.json')).json();

/** A part of the document, with a reference resolved. */
export function resolved(part: Part): Part {
  if (typeof part?.$ref !== 'string') return part;
  return part.$ref
    .slice('#/'.length)
    .split('/')
    .reduce((found: Part, name: string) => found[name], description);
}

/** The schema of an operation's JSON request body. */
export function bodySchemaOf(path: string): Part {
  return resolved(description.paths[path].post.requestBody.content['application/json'].schema);
}

/** The schema of an operation's response. */
export function answerSchemaOf(path: string): Part {
  const { post, get } = description.paths[path];
  return resolved((post ?? get).responses[200].content['application/json'].schema);
}

/** Values of `include` accepted at a path. */
export function extrasAt(path: string): string[] {
  const parameters: Part[] = description.paths[path].post.parameters ?? [];
  return parameters.find(({ name }) => name === 'include')?.schema.items.enum ?? [];
}

/** Look-up paths, each with its query parameters. */
export const lookups: readonly { path: string; query: readonly string[] }[] = Object.entries<Part>(
  description.paths,
).flatMap(([path, { get }]) =>
  get?.tags[0] === 'Look-up' ? [{ path, query: (get.parameters ?? []).map(({ name }: Part) => name) }] : [],
);

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv, ['date-time', 'binary']);
ajv.addSchema(description, 'openapi');

/** Violations of a schema of the document by a value. */
export function faultsBy(schema: Part, value: unknown): string[] {
  const validate = compile(schema);
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** Keyed by schema object, which is the same for each use of a part. */
const compiled = new WeakMap<object, ValidateFunction>();

function compile(schema: Part): ValidateFunction {
  const known = compiled.get(schema);
  if (known) return known;
  const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"openapi#/components'));
  const validate = ajv.compile(absolute);
  compiled.set(schema, validate);
  return validate;
}

/** The parts of a response that the document describes. */
interface Answered {
  statusCode: number;
  headers: object;
  body: string;
  json(): unknown;
}

/** Statuses that `default` describes: the path or the method is wrong, and 406 at `/mcp`, which is no problem document. */
const byDefault = [404, 405, 406];

/** Violations by a response: a status, content type, body or header that the document does not describe. */
export function faultsOfAnswer(method: string, path: string, response: Answered): string[] {
  const { responses = {} } = description.paths[path]?.[method] ?? {};
  const { statusCode: status } = response;
  const answer = resolved(responses[status] ?? (byDefault.includes(status) ? responses.default : undefined));
  if (answer === undefined) return [`${method} ${path} ${status} is not described`];
  if (response.body === '' && Object.keys(answer.content ?? {}).length === 0)
    return faultsOfHeaders(answer.headers, response);
  const type = String(new Map(Object.entries(response.headers)).get('content-type')).replace(/;.*/s, '');
  const content = answer.content?.[type];
  if (content === undefined) return [`${method} ${path} ${response.statusCode} is not described as ${type}`];
  const bodies = bodiesOf(type, response);
  return [...bodies.flatMap((body) => faultsBy(content.schema, body)), ...faultsOfHeaders(answer.headers, response)];
}

/** The values to validate: each line of JSON lines, otherwise the whole body. */
function bodiesOf(type: string, response: Answered): unknown[] {
  if (type.endsWith('ndjson'))
    return response.body
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  return [type.endsWith('json') ? response.json() : response.body];
}

/** Standard HTTP headers, the same on every response. */
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
