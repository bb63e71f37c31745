import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { AttemptEvent } from '../src/attempt-event.js';
import { createFetcher } from '../src/fetcher.js';
import { memoryHealthStore } from '../src/health/memory-store.js';
import type { FetcherOptions } from '../src/options.js';
import type { Judge, PageRequest } from '../src/types.js';
import { useClock } from './support/clock.js';
import { pageOf, requestFor } from './support/requests.js';

/** Answers in turn, the last one repeated: the language of a page, or the status of an unusable one. */
type Answers = readonly (string | number)[];

const inGerman = { headers: { 'accept-language': 'de' } };

/** Doubts every page that is not in German. */
const judge: Judge<string> = ({ status, headers }) => {
  const value = headers['content-language'] ?? '';
  if (value === 'unreadable') throw new Error(value);
  if (status !== 200) return { usable: false, state: 'captcha', retry: 'other_session', error: new Error('captcha') };
  return { usable: true, value, ...(value !== 'de' && { doubt: `speaks ${value}` }) };
};

function start(answers: Answers, options: Partial<FetcherOptions> = {}) {
  const sessions: string[] = [];
  const events: AttemptEvent[] = [];
  const fetcher = createFetcher({
    adapter: async (_, { session }) => {
      const answer = answers[Math.min(sessions.length, answers.length - 1)];
      sessions.push(session.id);
      if (typeof answer === 'number') return pageOf(answer);
      return { ...pageOf(200), headers: { 'content-language': answer ?? '' } };
    },
    onAttempt: (event) => void events.push(event),
    ...options,
  });
  onTestFinished(() => fetcher.close());
  const fetchPage = (over: Partial<PageRequest> = inGerman) =>
    fetcher.fetch({ ...requestFor('http://engine.test/'), ...over }, judge);
  return { fetchPage, sessions, events };
}

beforeEach(useClock);

describe('a page with a doubt', () => {
  it('is requested once more with another session, and the better page is returned', async () => {
    const { fetchPage, sessions } = start(['ja', 'de']);
    expect(await fetchPage()).toMatchObject({ value: 'de', attempts: 2 });
    expect(new Set(sessions).size).toBe(2);
  });

  it.each<[string, Answers]>([
    ['has a doubt too', ['ja', 'fr']],
    ['is unusable', ['ja', 403]],
  ])('is returned if the second one %s', async (_, answers) => {
    const { fetchPage, sessions } = start(answers);
    expect(await fetchPage()).toMatchObject({ value: 'ja', attempts: 2 });
    expect(sessions).toHaveLength(2);
  });

  it('is returned if the second one cannot be judged', async () => {
    const { fetchPage, sessions } = start(['ja', 'unreadable']);
    expect(await fetchPage()).toMatchObject({ value: 'ja', attempts: 2 });
    expect(sessions).toHaveLength(2);
  });

  it('is remembered under a short key, whatever language was requested', async () => {
    const store = memoryHealthStore();
    const cooled: string[] = [];
    const { fetchPage } = start(['ja'], {
      store: {
        ...store,
        recordFailure: (key, ...rest) => {
          cooled.push(key);
          return store.recordFailure(key, ...rest);
        },
      },
    });
    await fetchPage({ headers: { 'accept-language': 'de,'.repeat(1_000) } });
    expect(cooled).toEqual([expect.stringMatching(/^doubt:alpha:speaks ja:de,.{1,177}$/)]);
  });

  it('is returned if its attempt was the last', async () => {
    const { fetchPage, sessions } = start(['ja', 'de'], { attempts: 1 });
    expect(await fetchPage()).toMatchObject({ value: 'ja', attempts: 1 });
    expect(sessions).toHaveLength(1);
  });

  it('is returned if no retry is left in the budget', async () => {
    const { fetchPage, sessions } = start(['ja', 'de'], {
      store: { ...memoryHealthStore(), spend: async () => false },
    });
    expect(await fetchPage()).toMatchObject({ value: 'ja', attempts: 1 });
    expect(sessions).toHaveLength(1);
  });

  it('is requested again without a budget', async () => {
    const { fetchPage } = start(['ja', 'de'], { budget: false });
    expect(await fetchPage()).toMatchObject({ value: 'de', attempts: 2 });
  });

  it('is not requested again immediately after a second request did not help', async () => {
    const { fetchPage, sessions } = start(['ja']);
    await fetchPage();
    await fetchPage();
    expect(sessions).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(101);
    await fetchPage();
    expect(sessions).toHaveLength(5);
  });

  it('is requested again ever more rarely if that never helps', async () => {
    const { fetchPage, sessions } = start(['ja']);
    const again: number[] = [];
    for (let second = 0; second < 3_600; second += 1) {
      const before = sessions.length;
      await fetchPage();
      if (sessions.length - before === 2) again.push(second);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(again.length).toBeLessThan(20);
    expect(again.at(-1)! - again.at(-2)!).toBeGreaterThanOrEqual(600);
  });

  it('is requested again immediately if that helped before', async () => {
    const { fetchPage, sessions } = start(['ja', 'de', 'ja', 'de']);
    await fetchPage();
    expect(await fetchPage()).toMatchObject({ value: 'de', attempts: 2 });
    expect(sessions).toHaveLength(4);
  });

  it.each<[string, Answers, Partial<PageRequest>]>([
    ['another language is requested', ['ja'], { headers: { 'accept-language': 'fr' } }],
    ['no language is requested', ['ja'], { headers: {} }],
    ['the engine is another', ['ja'], { ...inGerman, engine: 'beta' }],
    ['the doubt is another', ['ja', 'ja', 'fr'], inGerman],
  ])('is requested again if %s, even if that did not help before', async (_, answers, request) => {
    const { fetchPage, sessions } = start(answers);
    await fetchPage();
    await fetchPage(request);
    expect(sessions).toHaveLength(4);
  });
});
