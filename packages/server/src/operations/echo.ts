import { z } from 'zod';

/** One field of `search_parameters`. */
export interface EchoedField<Params> {
  readonly name: string;
  readonly schema: z.ZodType;
  /** @param host the host of the engine that actually answered; undefined if none was asked */
  readonly read: (params: Params, host: string | undefined) => unknown;
}

/** An optional parameter. */
type Given<Name extends string, Value> = { readonly [Key in Name]?: Value };

/** The query, as given. */
export const q: EchoedField<{ query: string }> = echoed('q', z.string(), ({ query }) => query);

export const gl: EchoedField<Given<'gl', string>> = text('gl');
export const cc: EchoedField<Given<'cc', string>> = text('cc');
export const hl: EchoedField<Given<'hl', string>> = text('hl');
export const mkt: EchoedField<Given<'mkt', string>> = text('mkt');
export const uule: EchoedField<Given<'uule', string>> = text('uule');
export const location: EchoedField<Given<'location', string>> = text('location');
export const num: EchoedField<Given<'num', number>> = number('num', z.int());
export const page: EchoedField<Given<'page', number>> = number('page', z.int());
export const lat: EchoedField<Given<'lat', number>> = number('lat', z.number());
export const lon: EchoedField<Given<'lon', number>> = number('lon', z.number());

/** The engine by its name in answers. */
export function engine(name: string): EchoedField<object> {
  return echoed('engine', z.literal(name), () => name);
}

/** A field that is not just a parameter or null. */
export function echoed<Params, Value>(
  name: string,
  schema: z.ZodType<Value>,
  read: (params: Params, host: string | undefined) => Value,
): EchoedField<Params> {
  return { name, schema, read };
}

/** A text as given, or null. */
function text<Name extends string>(name: Name): EchoedField<Given<Name, string>> {
  return echoed(name, z.string().nullable(), (params: Given<Name, string>) => params[name] ?? null);
}

/** A number as given, or null. */
function number<Name extends string>(name: Name, schema: z.ZodType<number>): EchoedField<Given<Name, number>> {
  return echoed(name, schema.nullable(), (params: Given<Name, number>) => params[name] ?? null);
}
