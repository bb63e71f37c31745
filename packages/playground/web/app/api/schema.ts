/** A JSON Schema as the description of the API uses it. */
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

/** Finds the schema that a `$ref` of the same document names, at the end of a chain of them. */
export type Resolve = (schema: Schema) => Schema;

const maxChain = 20;

/** Resolves the local references of a document. What a reference is beside (a description) is kept. */
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

/** The schemas of which a value needs to match one, references resolved, `null` left out. */
export function branchesOf(schema: Schema, resolve: Resolve): Schema[] {
  const whole = resolve(schema);
  const branches = whole.anyOf ?? whole.oneOf;
  if (branches === undefined) return typesOf(whole).join() === 'null' ? [] : [whole];
  return branches.flatMap((branch) => branchesOf(branch, resolve));
}

/** The types that a schema names, `null` aside unless it is the only one. */
export function typesOf({ type }: Schema): string[] {
  const types = [type ?? []].flat();
  return types.length > 1 ? types.filter((name) => name !== 'null') : types;
}
