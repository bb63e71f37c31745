import { describe, expect, it } from 'vitest';
import { type AttemptFailure, attemptOutcomeOf, circuitReportOf, type JudgedAttempt } from '../src/policies/blame.js';
import type { Suspect } from '../src/types.js';
import { pageOf } from './support/requests.js';

const suspects: readonly Suspect[] = ['exit', 'exit_at_engine', 'engine', 'request', 'caller'];
const page = pageOf(403);

const failed = (facts: Partial<AttemptFailure>): AttemptFailure => ({
  usable: false,
  state: 'unrecognised',
  retry: 'once',
  suspect: 'exit_at_engine',
  ...facts,
});

/** The report of an attempt through a healthy exit, one of 20 by default. */
function evidenceOf(end: JudgedAttempt, exit: { addresses?: number; isOnTrial?: boolean; isHealthy?: boolean } = {}) {
  const { addresses = 20, isOnTrial = false, isHealthy = true } = exit;
  return circuitReportOf(end, { address: 'exit 7', addresses, isOnTrial, isHealthy: () => isHealthy });
}

describe('the evidence of an attempt about the engine', () => {
  it('includes the address and the number of addresses', () => {
    expect(evidenceOf({ usable: true }, { addresses: 5 })).toEqual({
      evidence: 'passed',
      address: 'exit 7',
      addresses: 5,
    });
    expect(evidenceOf(failed({}))).toEqual({ evidence: 'failed', address: 'exit 7', addresses: 20 });
  });

  it('is a failure if the engine is to blame, regardless of the exit', () => {
    for (const addresses of [1, 2, Number.POSITIVE_INFINITY])
      for (const isOnTrial of [false, true])
        for (const isHealthy of [false, true])
          for (const state of ['captcha', 'bad_response'])
            expect(evidenceOf(failed({ suspect: 'engine', state }), { addresses, isOnTrial, isHealthy })).toMatchObject(
              {
                evidence: 'failed',
              },
            );
  });

  it.each(suspects.filter((suspect) => suspect !== 'engine' && suspect !== 'exit_at_engine'))(
    'is none if the blame is on %s',
    (suspect) => expect(evidenceOf(failed({ suspect }))).toBeUndefined(),
  );

  it.each(suspects)('is none if the judge says that it does not count: %s', (suspect) =>
    expect(evidenceOf(failed({ suspect, countsAgainstEngine: false }))).toBeUndefined(),
  );

  it('is a failure through a healthy exit, and unsure through another', () => {
    expect(evidenceOf(failed({}), { isHealthy: true })).toMatchObject({ evidence: 'failed' });
    expect(evidenceOf(failed({}), { isHealthy: false })).toMatchObject({ evidence: 'unsure' });
  });

  it.each(['captcha', 'rate_limited', 'forbidden', 'consent'])('is a refusal of the address for %s', (state) => {
    for (const isHealthy of [false, true])
      expect(evidenceOf(failed({ state, page }), { isHealthy })).toMatchObject({ evidence: 'refused' });
  });

  it('is none through an exit on trial, unless it is the only one', () => {
    for (const state of ['captcha', 'timeout']) {
      expect(evidenceOf(failed({ state }), { isOnTrial: true, addresses: 2 })).toBeUndefined();
      expect(evidenceOf(failed({ state }), { isOnTrial: true, addresses: 1 })).toBeDefined();
      expect(evidenceOf(failed({ state }), { isOnTrial: false, addresses: 2 })).toBeDefined();
    }
  });
});

describe('the outcome of an attempt for its session and exit', () => {
  it('is good for a usable page, even if it is not conclusive', () => {
    for (const isConclusive of [false, true])
      expect(attemptOutcomeOf({ usable: true }, isConclusive)).toEqual({ state: 'usable', session: 'good' });
  });

  it('is unknown if the deadline or the caller ended it', () => {
    const unknown = { state: 'unknown', suspect: 'caller', session: 'unknown' };
    for (const suspect of suspects)
      expect(attemptOutcomeOf(failed({ suspect, retryAfter: 9, page }), false)).toEqual(unknown);
    expect(attemptOutcomeOf(failed({ suspect: 'caller', retryAfter: 9, page }), true)).toEqual(unknown);
  });

  it.each([
    ['ends a session that got a block', { retry: 'other_session', page }, 'ended'],
    ['counts against a session that got no page', { retry: 'other_session' }, 'failed'],
    ['counts against a session that got a bad page', { retry: 'once', page }, 'failed'],
    ['counts against a session that may be used again', { retry: 'same', page }, 'failed'],
    ['does not affect a session if no retry helps', { retry: 'never', page }, 'unknown'],
    ['does not affect a session if no retry helps, without a page', { retry: 'never' }, 'unknown'],
  ] as const)('%s', (_, facts, session) => {
    expect(attemptOutcomeOf(failed(facts), true)).toMatchObject({
      state: 'unrecognised',
      suspect: 'exit_at_engine',
      session,
    });
  });

  it.each([
    ['has the Retry-After of a page', { page, suspect: 'exit_at_engine' }, 30],
    ['has the Retry-After of a page that no retry helps', { page, suspect: 'engine', retry: 'never' }, 30],
    ['has the Retry-After of a proxy', { suspect: 'exit' }, 30],
    ['ignores the Retry-After of an adapter', { suspect: 'exit_at_engine' }, undefined],
    ['ignores the Retry-After of an adapter if no retry helps', { suspect: 'engine', retry: 'never' }, undefined],
  ] as const)('%s', (_, facts, retryAfter) => {
    expect(attemptOutcomeOf(failed({ ...facts, retryAfter: 30 }), true).retryAfter).toBe(retryAfter);
  });
});
