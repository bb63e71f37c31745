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
export type Resolve = (schema: Schema) => Schema;

const maxChain = 20;

/** Resolves the local references of a document. Properties beside a reference, such as a description, are kept. */
export function resolverOf(document: unknown): Resolve {
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
export function branchesOf(schema: Schema, resolve: Resolve): Schema[] {
  const whole = resolve(schema);
  const branches = whole.anyOf ?? whole.oneOf;
  if (branches === undefined) return typesOf(whole).join() === 'null' ? [] : [whole];
  return branches.flatMap((branch) => branchesOf(branch, resolve));
}

/** The types of a schema, without `null` unless it is the only one. */
export function typesOf({ type }: Schema): string[] {
  const types = [type ?? []].flat();
  return types.length > 1 ? types.filter((name) => name !== 'null') : types;
}
