import { describe, expect, it, onTestFinished } from 'vitest';
import { FetchError } from '../src/errors.js';
import { createFetcher } from '../src/fetcher.js';
import { parseProxies } from '../src/session-pool/proxies.js';
import type { Judge } from '../src/types.js';
import { requestFor } from './support/requests.js';

const judge: Judge<number> = () => ({ usable: true, value: 1 });
const withCode = (code: string) => Object.assign(new Error(code), { code });

describe('a machine without files or buffers left', () => {
  it.each(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM'])('%s is blamed on no exit and no engine', async (code) => {
    for (const proxies of [[], ['http://one.test:1', 'http://two.test:1']]) {
      const errors = [withCode(code), new FetchError('proxy', 'A test', { cause: withCode(code) })];
      const fetcher = createFetcher({
        adapter: () => Promise.reject(errors[Math.floor(2 * Math.random())]),
        attempts: 1,
        proxies: parseProxies(proxies),
      });
      onTestFinished(() => fetcher.close());
      for (let search = 0; search < 30; search += 1)
        await expect(fetcher.fetch(requestFor('http://engine.test/'), judge)).rejects.toMatchObject({
          code: 'overloaded',
          retryAfter: 1,
          cause: expect.anything(),
        });
      const { engines, exits } = await fetcher.status();
      expect(engines[0]?.circuit).toBe('closed');
      expect(exits.map(({ coolingFor, strikes }) => [coolingFor, strikes])).toEqual(exits.map(() => [0, 0]));
    }
  });

  it('is not assumed for other errors', async () => {
    const fetcher = createFetcher({ adapter: () => Promise.reject(withCode('ECONNREFUSED')), attempts: 1 });
    onTestFinished(() => fetcher.close());
    const failed = fetcher.fetch(requestFor('http://engine.test/'), judge);
    await expect(failed).rejects.toMatchObject({ code: 'network' });
  });
});
