import { type Command, Option } from 'commander';
import { z } from 'zod';
import type { Endpoint } from '../operations/endpoint.js';
import { endpoints } from '../operations/index.js';
import { offerValues } from './offered-values.js';

/** A parameter of searches as a flag, made from the schema that requests are validated with. */
interface ParameterFlag {
  name: string;
  description: string;
  /** JSON types that a value may have. */
  types: ReadonlySet<string>;
  /** The values that it may have, if the schema lists them. */
  values: readonly string[];
  /** The operations that have it. */
  operations: readonly string[];
}

type ParameterSchema = z.core.JSONSchema.BaseSchema;

/** Every parameter of any operation except `query`, which is an argument. */
const flags: readonly ParameterFlag[] = collected();

/** Names of the parameters of any operation. */
export const parameterNames: readonly string[] = ['query', ...flags.map(({ name }) => name)];

/** Adds a flag for every parameter. */
export function addParameterFlags(command: Command): Command {
  for (const flag of flags) command.addOption(optionOf(flag));
  return command;
}

/** The parameters given as flags, in the form of a request body. */
export function parametersFromFlags(options: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const given = flags.filter(({ name }) => typeof options[name] === 'string');
  return Object.fromEntries(given.map(({ name }) => [name, parseParameterValue(name, String(options[name]))]));
}

/** Converts text to the JSON type of a parameter. Text of another type stays text, so that the endpoint reports it. */
export function parseParameterValue(name: string, text: string): unknown {
  const types = flags.find((flag) => flag.name === name)?.types ?? new Set();
  if ((types.has('integer') || types.has('number')) && /^-?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  if (types.has('boolean') && /^(?:true|false)$/.test(text)) return text === 'true';
  return text;
}

function optionOf({ name, description, types, values, operations }: ParameterFlag): Option {
  const scope = operations.length === endpoints.length ? '' : ` (${operations.join(', ')})`;
  const option = new Option(`--${name} <${valueNameOf(types)}>`, `${description.replaceAll('`', '')}${scope}`);
  return offerValues(option, { values: types.has('boolean') ? ['true', 'false'] : values });
}

function valueNameOf(types: ReadonlySet<string>): string {
  if (types.has('boolean')) return 'true|false';
  return types.has('integer') || types.has('number') ? 'number' : 'text';
}

function collected(): ParameterFlag[] {
  const found = new Map<string, ParameterFlag>();
  for (const endpoint of endpoints) {
    for (const [name, schema] of propertiesOf(endpoint)) {
      const { description = '', operations = [] } = found.get(name) ?? {};
      found.set(name, {
        name,
        description: description || (schema.description ?? ''),
        types: new Set(typesOf(schema)),
        values: (schema.enum ?? []).map(String),
        operations: [...operations, endpoint.name],
      });
    }
  }
  return [...found.values()];
}

function propertiesOf({ request }: Endpoint): [string, ParameterSchema][] {
  const { properties = {} } = z.toJSONSchema(request);
  return Object.entries(properties).filter((entry): entry is [string, ParameterSchema] => {
    return entry[0] !== 'query' && typeof entry[1] === 'object';
  });
}

/** Names of types; `integer` for the numbers 0 and 1 where a switch allows them. */
function typesOf({ type = [], anyOf = [], enum: values = [] }: ParameterSchema): string[] {
  const ofValues = values.map((value) => (typeof value === 'number' ? 'integer' : typeof value));
  return [...[type].flat(), ...ofValues, ...anyOf.flatMap((choice) => typesOf(choice as ParameterSchema))];
}
