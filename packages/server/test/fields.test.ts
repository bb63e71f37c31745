import type { OrganicResult, Pagination, Suggestion } from '@svc/parsers';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type * as echo from '../src/operations/echo.js';
import type { exactFieldsOf as FieldsOf } from '../src/operations/schema/fields.js';
import { description, faultsBy } from './helpers/description.js';

type Field<Params> = echo.EchoedField<Params>;
type Echo = typeof echo;

test('a schema that differs from the type of the parser does not compile', () => {
  const checked = (fieldsOf: typeof FieldsOf) => {
    fieldsOf<Suggestion>()({ value: z.string() });
    // @ts-expect-error a missing property
    fieldsOf<Suggestion>()({});
    // @ts-expect-error an additional property
    fieldsOf<Suggestion>()({ value: z.string(), rank: z.int() });
    // @ts-expect-error another type
    fieldsOf<Suggestion>()({ value: z.string().nullable() });
    const rest = { current: z.int(), other_pages: z.array(z.int()), has_next_page: z.boolean() };
    fieldsOf<Pagination>()({ ...rest, next: z.int().exactOptional() });
    // @ts-expect-error required although optional
    fieldsOf<Pagination>()({ ...rest, next: z.int() });
    // @ts-expect-error undefined although only omission is allowed
    fieldsOf<Pagination>()({ ...rest, next: z.int().optional() });
  };
  expect(checked).toBeTypeOf('function'); // type-checking is the test
  expect(faultsBy(description.components.schemas.Suggestion, { value: 'a' })).toEqual([]);
});

test('echoing a parameter that an endpoint does not have does not compile', () => {
  const takes = <Params>(field: Field<Params>) => field;
  const echoed = {} as Pick<Echo, 'echoedQuery' | 'echoedPage' | 'echoedGl'> & {
    engine: ReturnType<Echo['echoedEngine']>;
  };
  type Paged = { query: string; page?: number };
  const paged = [takes<Paged>(echoed.echoedQuery), takes<Paged>(echoed.echoedPage), takes<Paged>(echoed.engine)];
  // @ts-expect-error no such parameter
  paged.push(takes<Paged>(echoed.echoedGl));
  // @ts-expect-error a parameter of another type
  const texts = [takes<{ query: string; page?: string }>(echoed.echoedPage)];
  expect([paged.length, texts.length]).toEqual([4, 1]);
});

test('a row with an unknown field does not match the schema', () => {
  const row: OrganicResult = {
    position: 1,
    title: 'a',
    link: 'https://a.example/',
    domain: 'a.example',
    source: 'a',
    displayed_link: '',
    snippet: '',
    snippet_matched: [],
  };
  const faultsOf = (given: object) => faultsBy(description.components.schemas.OrganicResult, given);
  expect(faultsOf(row)).toEqual([]);
  expect(faultsOf({ ...row, rank: 1 })).not.toEqual([]);
  expect(faultsOf({ ...row, date: null })).not.toEqual([]);
  expect(faultsOf({ ...row, position: 0 })).not.toEqual([]);
});
