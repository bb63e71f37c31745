import { expect, test } from 'vitest';
import { adviceFor } from '../../web/app/api/advice.js';
import { outcomeOf } from '../../web/app/api/request.js';
import { historyEntryOf, withHistoryEntry } from '../../web/app/state/history.js';
import { isWebAddress } from '../../web/app/ui/parts.js';

const json = { 'content-type': 'application/json; charset=utf-8' };
const response = (status: number, headers: Record<string, string>) => ({ status, headers: new Headers(headers) });

test('a response has the information from its headers', () => {
  const headers = { ...json, 'x-gathered-pages': '3;stop=last_page', 'x-cache': 'HIT', deprecation: '@1' };
  expect(outcomeOf(response(200, headers), '{"organic_results":[]}', 12)).toMatchObject({
    kind: 'answer',
    info: { status: 200, ms: 12, gathered: '3;stop=last_page', cache: 'HIT', deprecated: true, retryAfter: undefined },
  });
});

test('an error of the service is a problem', () => {
  const body = { title: 'Busy', detail: 'Too many', code: 'overloaded', status: 503 };
  const headers = { 'content-type': 'application/problem+json', 'retry-after': '7' };
  expect(outcomeOf(response(503, headers), JSON.stringify(body), 1)).toMatchObject({
    kind: 'problem',
    problem: { code: 'overloaded' },
    info: { retryAfter: 7 },
  });
});

test.each([
  [200, 'text/html', '<h1>Log in</h1>'],
  [502, 'text/html', 'Bad gateway'],
  [200, 'application/json', '{"half":'],
  [200, 'application/json', '[]'],
  [200, 'application/json', 'null'],
  [500, 'application/json', '{"message":"from a proxy"}'],
  [200, '', ''],
])('%s %s %s is shown as a response of another server', (status, type, text) => {
  const outcome = outcomeOf(response(status, type === '' ? {} : { 'content-type': type }), text, 1);
  expect(outcome).toMatchObject({ kind: 'other', type, text });
});

test('an unknown error has advice', () => {
  const advice = { circuit_open: 'Wait.' };
  expect(adviceFor({ code: 'made_later', retryable: true }, advice)).toMatch(/again/);
  expect(adviceFor({ code: 'constructor', retryable: false }, advice)).toMatch(/Change the request/);
  expect(adviceFor({ code: 'circuit_open' }, advice)).toBe('Wait.');
});

test('the history lists a search once, newest first, and is limited', () => {
  const outcome = { kind: 'cancelled', ms: 5 } as const;
  const entry = (query: string, at: number) =>
    historyEntryOf({ operation: 'alpha.search', values: { query }, include: [] }, outcome, at);
  let list = [entry('a', 1)];
  list = withHistoryEntry(list, entry('b', 2));
  list = withHistoryEntry(list, entry('a', 3));
  expect(list.map(({ values, at }) => [values.query, at])).toEqual([
    ['a', 3],
    ['b', 2],
  ]);
  for (let at = 4; at < 100; at++) list = withHistoryEntry(list, entry(`query ${at}`, at));
  expect(list).toHaveLength(50);
});

test.each([
  ['https://example.org/a', true],
  ['HTTP://example.org', true],
  ['javascript:alert(1)', false],
  ['java\nscript:alert(1)', false],
  ['data:text/html,x', false],
  ['//example.org', false],
  ['https://', false],
  ['', false],
])('%j is a URL that may be linked: %s', (href, expected) => {
  expect(isWebAddress(href)).toBe(expected);
});
