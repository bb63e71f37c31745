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
export const echoedQuery: EchoedField<{ query: string }> = echoedField('q', z.string(), ({ query }) => query);

export const echoedGl: EchoedField<Given<'gl', string>> = echoedText('gl');
export const echoedCc: EchoedField<Given<'cc', string>> = echoedText('cc');
export const echoedHl: EchoedField<Given<'hl', string>> = echoedText('hl');
export const echoedMkt: EchoedField<Given<'mkt', string>> = echoedText('mkt');
export const echoedUule: EchoedField<Given<'uule', string>> = echoedText('uule');
export const echoedLocation: EchoedField<Given<'location', string>> = echoedText('location');
export const echoedNum: EchoedField<Given<'num', number>> = echoedNumber('num', z.int());
export const echoedPage: EchoedField<Given<'page', number>> = echoedNumber('page', z.int());
export const echoedLat: EchoedField<Given<'lat', number>> = echoedNumber('lat', z.number());
export const echoedLon: EchoedField<Given<'lon', number>> = echoedNumber('lon', z.number());

/** The engine by its name in answers. */
export function echoedEngine(name: string): EchoedField<object> {
  return echoedField('engine', z.literal(name), () => name);
}

/** A field that is not just a parameter or null. */
export function echoedField<Params, Value>(
  name: string,
  schema: z.ZodType<Value>,
  read: (params: Params, host: string | undefined) => Value,
): EchoedField<Params> {
  return { name, schema, read };
}

/** A text as given, or null. */
function echoedText<Name extends string>(name: Name): EchoedField<Given<Name, string>> {
  return echoedField(name, z.string().nullable(), (params: Given<Name, string>) => params[name] ?? null);
}

/** A number as given, or null. */
function echoedNumber<Name extends string>(name: Name, schema: z.ZodType<number>): EchoedField<Given<Name, number>> {
  return echoedField(name, schema.nullable(), (params: Given<Name, number>) => params[name] ?? null);
}
