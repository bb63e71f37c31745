import { simulatorWords as words } from '@svc/fixtures';
import { expect, test } from 'vitest';
import { endpoints } from '../src/index.js';
import { testService } from './helpers/service.js';

const simulated = testService({ simulatorWords: words });

test.each(endpoints)('$name refuses an unknown word, and suggests the query with the nearest one', async ({ path }) => {
  const answer = await simulated.post(path, { query: 'espresso sim:capcha beans' });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({
    code: 'invalid_parameter',
    detail: 'Simulated engines do not know the word "sim:capcha" in "query". Did you mean "sim:captcha"?',
    errors: [{ field: 'query', suggestions: ['espresso sim:captcha beans'] }],
  });
  expect(simulated.requests).toEqual([]);
});

test.each([
  ['sim:rate-limited', 'sim:rate_limited'],
  ['sim:RateLimited', 'sim:rate_limited'],
  ['SIM:captcha', 'sim:captcha'],
  ['tea sim:captcha sim:noresults', 'tea sim:captcha sim:no_results'],
])('takes "%s" for "%s"', async (query, meant) => {
  const answer = await simulated.post('/api/v1/search/all', { query });
  expect([answer.statusCode, answer.json().errors?.[0].suggestions]).toEqual([400, [meant]]);
});

test('lists the words if none is similar', async () => {
  const { detail } = (await simulated.post('/api/v1/beta/search', { query: 'tea sim:nothing-like-it' })).json();
  expect(detail).toMatch(
    /do not know the word "sim:nothing-like-it" in "query"\. The words are sim:captcha, sim:rate_limited,/,
  );
});

test.each(['best dual sim: which phone', 'sim card', 'asim:tea', ...words.map(({ word }) => `tea ${word}, please`)])(
  'does not refuse "%s"',
  async (query) => {
    const answer = await simulated.post('/api/v1/beta/search', { query });
    expect(answer.statusCode).not.toBe(400); // no page of the query has been captured
  },
);

test('engines that are not simulated get every word', async () => {
  const service = testService();
  await service.post('/api/v1/beta/search', { query: 'espresso sim:capcha' });
  expect(service.requests.map(({ query }) => query)).toEqual(['espresso sim:capcha']);
});
