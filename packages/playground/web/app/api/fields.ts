/** The kind of control for a field. */
export type FieldKind =
  | 'text'
  | 'number'
  | 'choice'
  | 'switch'
  | 'age'
  | 'place'
  | 'country'
  | 'countries'
  | 'language'
  | 'languages'
  | 'market';

/** A parameter of an operation, as shown in the form. */
export interface Field {
  name: string;
  description: string;
  kind: FieldKind;
  required: boolean;
  deprecated: boolean;
  /** Whether a number must be an integer. */
  whole: boolean;
  min?: number | undefined;
  max?: number | undefined;
  choices: string[];
  example?: string | undefined;
}

/** Parameters whose values are looked up, which the schema cannot express. */
const lookedUp: Readonly<Record<string, FieldKind>> = {
  location: 'place',
  gl: 'country',
  cc: 'country',
  hl: 'language',
  lr: 'languages',
  cr: 'countries',
  mkt: 'market',
  tbs: 'age',
};

/** The fields of a request body, in the order of its schema. */
export function fieldsOf(body: Schema, resolve: Resolve): Field[] {
  const { properties = {}, required = [] } = resolve(body);
  return Object.entries(properties).map(([name, schema]) => {
    return fieldOf(name, { schema, resolve, required: required.includes(name) });
  });
}

interface Property {
  schema: Schema;
  resolve: Resolve;
  required: boolean;
}

function fieldOf(name: string, { schema, resolve, required }: Property): Field {
  const whole = resolve(schema);
  const branches = branchesOf(schema, resolve);
  const types = new Set(branches.flatMap(typesOf));
  const choices = branches.flatMap(({ enum: values = [] }) => values.filter((value) => typeof value === 'string'));
  const limits = branches.find(({ minimum, maximum }) => minimum !== undefined || maximum !== undefined);
  return {
    name,
    description: plain(whole.description ?? branches[0]?.description ?? ''),
    kind: lookedUp[name] ?? kindOf(types, choices),
    required,
    deprecated: whole.deprecated === true,
    whole: types.has('integer'),
    min: limits?.minimum,
    max: limits?.maximum !== undefined && limits.maximum < Number.MAX_SAFE_INTEGER ? limits.maximum : undefined,
    choices,
    example: exampleOf(whole) ?? branches.map(exampleOf).find((example) => example !== undefined),
  };
}

function kindOf(types: ReadonlySet<string>, choices: readonly string[]): FieldKind {
  if (choices.length > 0) return 'choice';
  if (types.has('boolean')) return 'switch';
  return types.has('integer') || types.has('number') ? 'number' : 'text';
}

function exampleOf({ examples = [] }: Schema): string | undefined {
  return examples.length > 0 ? String(examples[0]) : undefined;
}

/** Descriptions are CommonMark, of which they use only code spans. */
function plain(description: string): string {
  return description.replaceAll('`', '');
}

/** Values of the form fields by name; `''` if empty. */
export type FieldValues = Readonly<Record<string, string>>;

/** The request body. A value of the wrong type is sent as text, so that the service reports the error. */
export function requestBodyOf(fields: readonly Field[], values: FieldValues): Record<string, unknown> {
  const given = fields.filter(({ name }) => (values[name] ?? '') !== '');
  return Object.fromEntries(given.map((field) => [field.name, typedValue(field, values[field.name] ?? '')]));
}

function typedValue({ kind }: Field, text: string): unknown {
  if (kind === 'switch' && (text === 'true' || text === 'false')) return text === 'true';
  if (kind === 'number' && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text);
  return text;
}

/** The parts of JSON Schema used by the API description. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  not?: Schema;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  pattern?: string;
  examples?: unknown[];
  deprecated?: boolean;
  items?: Schema;
}

/** Resolves the `$ref` of a schema within the document, following chains. */
type Resolve = (schema: Schema) => Schema;

const maxChain = 20;

/** Resolves the local references of a document. Properties beside a reference, such as a description, are kept. */
export function createSchemaResolver(document: unknown): Resolve {
  return (schema) => {
    let found = schema;
    for (let steps = 0; found.$ref !== undefined && steps < maxChain; steps++) {
      const { $ref, ...beside } = found;
      found = { ...(at(document, $ref) as Schema | undefined), ...beside };
    }
    return found;
  };
}

function at(document: unknown, pointer: string): unknown {
  const steps = pointer.replace(/^#\/?/, '').split('/');
  return steps.reduce<unknown>((value, step) => {
    const name = decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
    return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  }, document);
}

/** The alternative schemas of a value, with references resolved and without `null`. */
function branchesOf(schema: Schema, resolve: Resolve): Schema[] {
  const whole = resolve(schema);
  const branches = whole.anyOf ?? whole.oneOf;
  if (branches === undefined) return typesOf(whole).join() === 'null' ? [] : [whole];
  return branches.flatMap((branch) => branchesOf(branch, resolve));
}

/** The types of a schema, without `null` unless it is the only one. */
function typesOf({ type }: Schema): string[] {
  const types = [type ?? []].flat();
  return types.length > 1 ? types.filter((name) => name !== 'null') : types;
}
