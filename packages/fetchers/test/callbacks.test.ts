import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createFetcher, parseProxies, proxiesFromFunction, recordAdapter } from '../src/index.js';
import { newSession, pageOf, requestFor } from './support/requests.js';

/** Functions of a caller that fail, at once or later. An unhandled rejection fails the test run. */
const failures: Readonly<Record<string, () => unknown>> = {
  'that throws': () => {
    throw new Error('full disk');
  },
  'that rejects': () => Promise.reject(new Error('full disk')),
  'that rejects later': async () => {
    await sleep(2);
    throw new Error('full disk');
  },
};

/** Expects one process warning. */
async function warningsDuring(work: () => Promise<unknown>): Promise<unknown[]> {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  await work();
  await expect.poll(() => warn.mock.calls.length).toBeGreaterThan(0);
  return warn.mock.calls.map(([warning]) => warning);
}

const request = requestFor('http://engine.test/');
const judge = () => ({ usable: true, value: 'good' }) as const;

describe.each(Object.entries(failures))('a function %s', (_, fail) => {
  it('does not lose a page as onAttempt', async () => {
    const fetcher = createFetcher({ adapter: async () => pageOf(200), onAttempt: fail });
    onTestFinished(() => fetcher.close());
    const warnings = await warningsDuring(async () => {
      expect(await fetcher.fetch(request, judge)).toMatchObject({ value: 'good' });
    });
    expect(warnings).toEqual(['onAttempt threw: full disk']);
  });

  it('does not prevent the end of a recording as onFault', async () => {
    const adapter = recordAdapter({ adapter: async () => pageOf(200), folder: '\0', onFault: fail });
    const warnings = await warningsDuring(async () => {
      await adapter(request, { session: newSession(), signal: AbortSignal.timeout(5_000) });
      await adapter.close?.();
    });
    expect(warnings).toEqual(['onFault threw: full disk']);
  });

  it('does not end the updates of proxies as onError', async () => {
    const answers = [['http://a.test'], undefined, ['http://b.test']];
    const list = async () => {
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (answer === undefined) throw new Error('no list');
      return parseProxies(answer);
    };
    const source = await proxiesFromFunction(list, { every: 5, onError: fail });
    onTestFinished(() => source.close());
    const hosts = () => source.current().map(({ url }) => url.hostname);
    const warnings = await warningsDuring(() => expect.poll(hosts).toEqual(['b.test']));
    expect(warnings).toEqual(['onError threw: full disk']);
  });

  it('does not keep a change of the proxies from others as onChange', async () => {
    const source = await proxiesFromFunction(async () => parseProxies(['http://a.test']), { every: 5 });
    onTestFinished(() => source.close());
    const other = vi.fn();
    source.onChange(fail);
    source.onChange(other);
    const warnings = await warningsDuring(() => expect.poll(() => other.mock.calls.length).toBeGreaterThan(0));
    expect(warnings[0]).toBe('onChange threw: full disk');
  });
});
