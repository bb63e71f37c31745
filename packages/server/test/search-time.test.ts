import { expect, onTestFinished, test, vi } from 'vitest';
import { searchTimeBudget } from '../src/search/search.js';
import { after } from './contracts/several.js';
import { fakeEndpoint } from './helpers/fake-endpoint.js';
import { always, testService } from './helpers/service.js';

test.each([
  { timeout: 30_000, maxEventLoopDelay: 0, left: 29_950 },
  { timeout: 400, maxEventLoopDelay: 0, left: 380 },
  { timeout: 30_000, maxEventLoopDelay: 300, left: 29_650 },
  { timeout: 30_000, maxEventLoopDelay: 60_000, left: 28_950 },
  { timeout: 2_000, maxEventLoopDelay: 600, left: 1_450 },
])(
  'a search of $timeout ms that may have waited $maxEventLoopDelay ms has $left ms',
  ({ timeout, maxEventLoopDelay, left }) => {
    expect(searchTimeBudget(timeout, maxEventLoopDelay)).toBe(left);
  },
);

test.each([3_600_000, -3_600_000])(
  'a change of the system time by %d ms does not affect a search that waits for its slot',
  async (change) => {
    const answer = always('{"rows":["one"]}');
    let proceed = () => {};
    const held = new Promise<void>((resolve) => {
      proceed = resolve;
    });
    const service = testService({
      endpoints: [fakeEndpoint],
      adapter: async (request, context) => {
        await (service.requests.length === 1 ? held : after(20));
        return answer(request, context);
      },
      env: { SVC_KEY_SEARCHES: '1', SVC_SEARCH_TIMEOUT_MS: '5000' },
    });
    const first = service.post(fakeEndpoint.path, { query: 'a' });
    const waiting = service.post(fakeEndpoint.path, { query: 'b' });
    await after(50);
    const real = Date.now;
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => real() + change);
    onTestFinished(() => clock.mockRestore());
    proceed();
    expect((await Promise.all([first, waiting])).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  },
);
