/**
 * The API as sorted lines, one for each thing that a client relies on or must respect. Changes that no client notices,
 * such as the text of a description, are in no line. The lines start with
 *
 * - `serves`, `answers`: a path with its method, a response;
 * - `takes`, `gives`: a field of a request or response, with its type;
 * - `always`: a field that is present in every such response;
 * - `needs`, `limits`: a required field of a request, a constraint of its values.
 */
export function surfaceOf(description: object): string[] {
  const { paths, components } = description as Description;
  const schemas = components.schemas;
  const taken = new Set<string>();
  const lines = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const name = `${method.toUpperCase()} ${path}`;
      for (const { schema } of Object.values(operation.requestBody?.content ?? {})) addRefs(schema, schemas, taken);
      return operationLines(name, operation);
    }),
  );
  const ofSchemas = Object.entries(schemas).flatMap(([name, schema]) =>
    taken.has(name) ? takenLines(name, schema) : givenLines(name, schema),
  );
  return [...new Set([...lines, ...ofSchemas])].sort();
}

/** The lines that break clients of an earlier API: removed parts, and new requirements or constraints. */
export function breakingChanges(released: readonly string[], current: readonly string[]): string[] {
  const before = new Set(released);
  const now = new Set(current);
  const gone = released.filter((line) => !now.has(line) && !/^(?:needs|limits) /.test(line));
  const demanded = current.filter((line) => !before.has(line) && bindsKnown(line, released));
  return [...gone.map((line) => `- ${line}`), ...demanded.map((line) => `+ ${line}`)];
}

interface SchemaObject extends Record<string, unknown> {
  properties?: Record<string, SchemaObject>;
  required?: string[];
  items?: SchemaObject;
  anyOf?: SchemaObject[];
  enum?: unknown[];
}

interface Operation {
  parameters?: { name: string; required?: boolean; schema: SchemaObject }[];
  requestBody?: { content: Record<string, { schema?: SchemaObject }> };
  responses: Record<string, { $ref?: string; content?: Record<string, { schema?: SchemaObject }> }>;
}

interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, SchemaObject> };
}

/** Whether a requirement applies to something that existed before, as clients do not use new parts. */
function bindsKnown(line: string, released: readonly string[]): boolean {
  const [kind, ...words] = line.split(' ');
  const limit = words.findIndex((word) => /^[a-zA-Z]+=/.test(word));
  const subject = words.slice(0, limit < 0 ? undefined : limit).join(' ');
  if (kind === 'limits') return released.some((known) => known.startsWith(`takes ${subject}:`));
  const owner = subject.replace(/(?: \?|\.)[^.?]*$/, '');
  return (
    kind === 'needs' && released.some((known) => known === `serves ${owner}` || known.startsWith(`takes ${owner}.`))
  );
}

function operationLines(name: string, { parameters = [], requestBody, responses }: Operation): string[] {
  const takes = Object.entries(requestBody?.content ?? {}).map(
    ([type, { schema }]) => `takes ${name} ${type}: ${typeOf(schema)}`,
  );
  const answers = Object.entries(responses).flatMap(([status, { $ref, content = {} }]) =>
    $ref
      ? [`answers ${name} ${status}: ${nameIn($ref)}`]
      : Object.entries(content).map(([type, { schema }]) => `answers ${name} ${status} ${type}: ${typeOf(schema)}`),
  );
  const query = parameters.flatMap((parameter) =>
    fieldLines(`${name} ?${parameter.name}`, parameter.schema, parameter.required ?? false),
  );
  return [`serves ${name}`, ...takes, ...answers, ...query];
}

function takenLines(name: string, { properties = {}, required = [] }: SchemaObject): string[] {
  return Object.entries(properties).flatMap(([field, schema]) =>
    fieldLines(`${name}.${field}`, schema, required.includes(field)),
  );
}

function fieldLines(subject: string, schema: SchemaObject, isRequired: boolean): string[] {
  const values = [schema.enum ?? [], schema.items?.enum ?? []].flat();
  return [
    `takes ${subject}: ${typeOf(schema)}`,
    ...values.map((value) => `takes ${subject}: ${JSON.stringify(value)}`),
    ...limits.filter((limit) => limit in schema).map((limit) => `limits ${subject} ${limit}=${schema[limit]}`),
    ...(isRequired ? [`needs ${subject}`] : []),
  ];
}

const limits = ['minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'minItems', 'maxItems'];

function givenLines(name: string, { properties = {}, required = [] }: SchemaObject): string[] {
  const gives = Object.entries(properties).map(([field, schema]) => `gives ${name}.${field}: ${typeOf(schema)}`);
  return [...gives, ...required.map((field) => `always ${name}.${field}`)];
}

function addRefs(
  schema: SchemaObject | undefined,
  schemas: Description['components']['schemas'],
  found: Set<string>,
): void {
  for (const [, name = ''] of JSON.stringify(schema ?? {}).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
    if (found.has(name)) continue;
    found.add(name);
    addRefs(schemas[name], schemas, found);
  }
}

function typeOf(schema: SchemaObject = {}): string {
  if (typeof schema.$ref === 'string') return nameIn(schema.$ref);
  if (schema.anyOf) return schema.anyOf.map((choice) => typeOf(choice)).join(' | ');
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.items) return `${typeOf(schema.items)}[]`;
  return [schema.type ?? 'any'].flat().join(' | ');
}

function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}
