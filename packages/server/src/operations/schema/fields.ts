import { z } from 'zod';

/** `true` when both types are the very same, optional and nullable properties included. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** What a wrong shape is compared with, so that the compiler names the property that is missing or one too many. */
type Wanted<Shape, T> =
  Exclude<keyof T, keyof Shape> extends never
    ? Exclude<keyof Shape, keyof T> extends never
      ? never
      : Record<Exclude<keyof Shape, keyof T>, never>
    : Record<Exclude<keyof T, keyof Shape>, z.ZodType>;

/** Schemas by field, proved to describe exactly the object type `T`. */
export interface Fields<T extends object> {
  readonly shape: z.ZodRawShape;
  /** The schema of an object that has these fields and no other. Made once: zod compiles a schema when it is first used. */
  readonly object: z.ZodType<T>;
}

/**
 * Takes only schemas that together describe exactly `T`: neither a property too few nor one too many. So a schema
 * cannot drift from the type that a parser returns without failing to compile.
 *
 * `fieldsOf<Suggestion>()({ value: z.string() })`
 */
export function fieldsOf<T extends object>(): <Shape extends z.ZodRawShape>(
  shape: Same<z.infer<z.ZodObject<Shape, z.core.$strict>>, T> extends true ? Shape : Wanted<Shape, T>,
) => Fields<T> {
  return (shape) => ({ shape, object: z.strictObject(shape) as unknown as z.ZodType<T> }); // proved by the parameter's type
}

/** Schemas by field, of the object type that they describe. */
export function fields<Shape extends z.ZodRawShape>(shape: Shape): Fields<z.infer<z.ZodObject<Shape, z.core.$strict>>> {
  return { shape, object: z.strictObject(shape) };
}
