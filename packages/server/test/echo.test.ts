import { expect, test } from 'vitest';
import * as echo from '../src/operations/echo.js';

type Field<Params> = echo.EchoedField<Params>;

test('a parameter that an endpoint does not have cannot be echoed: it does not compile', () => {
  const paged: Field<{ query: string; page?: number }>[] = [echo.q, echo.page, echo.engine('alpha')];
  // @ts-expect-error no such parameter
  paged.push(echo.gl);
  // @ts-expect-error a parameter of another type
  const texts: Field<{ query: string; page?: string }>[] = [echo.page];
  expect([paged.length, texts.length]).toEqual([4, 1]);
});

test('what was not given is null', () => {
  expect(echo.gl.read({}, undefined)).toBeNull();
  expect(echo.gl.read({ gl: 'PT' }, undefined)).toBe('PT');
  expect(echo.lat.read({ lat: 0 }, undefined)).toBe(0);
  expect(echo.lat.schema.safeParse(null).success).toBe(true);
  expect(echo.q.schema.safeParse(null).success).toBe(false);
});
