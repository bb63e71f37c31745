import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { AttemptEvent } from '../src/attempt-event.js';
import { createFetcher } from '../src/fetcher.js';
import { memoryHealthStore } from '../src/health/memory-store.js';
import type { FetcherOptions } from '../src/options.js';
import type { Judge, PageRequest } from '../src/types.js';
import { useClock } from './support/clock.js';
import { pageOf, requestFor } from './support/requests.js';

/** Answers that are used one after the other, the last one again and again: a language, or a status that cannot be used. */
type Answers = readonly (string | number)[];

const inGerman = { headers: { 'accept-language': 'de' } };

/** A page in another language than German is doubtful. */
const judge: Judge<string> = ({ status, headers }) => {
  const value = headers['content-language'] ?? '';
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
  const ask = (over: Partial<PageRequest> = inGerman) =>
    fetcher.fetch({ ...requestFor('http://engine.test/'), ...over }, judge);
  return { ask, sessions, events };
}

beforeEach(useClock);

describe('a page that contradicts its request', () => {
  it('is asked for once more, by another session, and the better page is the answer', async () => {
    const { ask, sessions } = start(['ja', 'de']);
    expect(await ask()).toMatchObject({ value: 'de', attempts: 2 });
    expect(new Set(sessions).size).toBe(2);
  });

  it.each<[string, Answers]>([
    ['doubtful too', ['ja', 'fr']],
    ['one that cannot be used', ['ja', 403]],
  ])('is the answer where the second is %s', async (_, answers) => {
    const { ask, sessions } = start(answers);
    expect(await ask()).toMatchObject({ value: 'ja', attempts: 2 });
    expect(sessions).toHaveLength(2);
  });

  it('is the answer where its attempt was the last', async () => {
    const { ask, sessions } = start(['ja', 'de'], { attempts: 1 });
    expect(await ask()).toMatchObject({ value: 'ja', attempts: 1 });
    expect(sessions).toHaveLength(1);
  });

  it('is the answer where no retry is left in the budget', async () => {
    const { ask, sessions } = start(['ja', 'de'], { store: { ...memoryHealthStore(), spend: async () => false } });
    expect(await ask()).toMatchObject({ value: 'ja', attempts: 1 });
    expect(sessions).toHaveLength(1);
  });

  it('is asked for again where there is no budget', async () => {
    const { ask } = start(['ja', 'de'], { budget: false });
    expect(await ask()).toMatchObject({ value: 'de', attempts: 2 });
  });

  it('is not asked for again for a minute after that was in vain, then it is', async () => {
    const { ask, sessions } = start(['ja']);
    await ask();
    await ask();
    expect(sessions).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(61_000);
    await ask();
    expect(sessions).toHaveLength(5);
  });

  it('is asked for again at once where that helped', async () => {
    const { ask, sessions } = start(['ja', 'de', 'ja', 'de']);
    await ask();
    expect(await ask()).toMatchObject({ value: 'de', attempts: 2 });
    expect(sessions).toHaveLength(4);
  });

  it.each<[string, Answers, Partial<PageRequest>]>([
    ['another language is asked for', ['ja'], { headers: { 'accept-language': 'fr' } }],
    ['no language is asked for', ['ja'], { headers: {} }],
    ['another engine is asked', ['ja'], { ...inGerman, engine: 'beta' }],
    ['the doubt is another', ['ja', 'ja', 'fr'], inGerman],
  ])('is asked for again where %s, whatever was in vain', async (_, answers, request) => {
    const { ask, sessions } = start(answers);
    await ask();
    await ask(request);
    expect(sessions).toHaveLength(4);
  });
});
