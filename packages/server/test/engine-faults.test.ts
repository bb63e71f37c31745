import { type SimulatedFault, simulatedFaults } from '@svc/fixtures';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Endpoint, endpoints } from '../src/index.js';
import { type Answer, type Engines, startEngines } from './helpers/engines.js';
import { gammaSearch } from './helpers/operations.js';

/** The result of a fault: status, code, and number of requests to the engine. */
type Outcome = `${number} ${string} ${number}`;

/** The usual outcome, and the outcomes of endpoints whose names have the given prefix. */
type Outcomes = readonly [usual: Outcome, ...others: (readonly [start: string, Outcome])[]];

/** With two attempts per page. */
const expected: Readonly<Record<SimulatedFault, Outcomes>> = {
  captcha: ['502 upstream_captcha 2'],
  rate_limited: ['502 upstream_rate_limited 2'],
  rate_limited_until: ['502 upstream_rate_limited 1'],
  forbidden: ['502 upstream_forbidden 2'],
  // Other engines have no such page; they send a captcha to clients that they block.
  js_wall: ['502 upstream_captcha 2', ['alpha', '502 upstream_js_required 1']],
  js_challenge: ['502 upstream_captcha 2', ['alpha', '502 upstream_js_required 1']],
  consent: ['502 upstream_consent 2'],
  consent_loop: ['502 upstream_bad_response 1'],
  // Five redirects are followed, and the request is not retried.
  redirect_loop: ['502 upstream_bad_response 6'],
  // A reset before any response is retried once on a new connection, in addition to the two attempts.
  reset: ['502 upstream_bad_response 3'],
  slow: ['504 upstream_timeout 1'],
  truncated: ['502 upstream_bad_response 2'],
  huge: ['502 upstream_bad_response 1'],
  // Suggestions have no pages.
  wrong_page: ['502 upstream_wrong_page 2', ['alpha.autocomplete', '200 found 1']],
  wrong_query: ['502 upstream_wrong_query 2'],
  shell: ['502 upstream_unrecognised 2'],
  invalid_utf8: ['200 found 1'],
  no_results: ['200 empty 1'],
  stress: ['200 found 1'],
  server_error: ['502 upstream_bad_response 2'],
};

/** Faults that take time get a shorter search timeout, less than the wait that the engine asks for. */
const hasty: readonly SimulatedFault[] = ['slow', 'rate_limited_until'];

/** Every search fails here, which must neither open a circuit nor use up the retry budget. */
const patient = { SVC_CIRCUIT_FAILURES: '0', SVC_RETRY_PERCENT: '100' };

let engines: Engines;
/** One service per fault, since an engine that asked for a wait is not used for a while. */
let hastyEngines: ReadonlyMap<SimulatedFault, Engines>;
beforeAll(async () => {
  engines = await startEngines({ ...patient, SVC_ATTEMPTS: '2' });
  const hastily = { ...patient, SVC_ATTEMPTS: '2', SVC_SEARCH_TIMEOUT_MS: '1900' };
  hastyEngines = new Map(await Promise.all(hasty.map(async (fault) => [fault, await startEngines(hastily)] as const)));
});
afterAll(() => Promise.all([engines, ...hastyEngines.values()].map((each) => each.close())));

function bodyFor({ name }: Endpoint, fault: SimulatedFault): { query: string } {
  const hasPages = fault === 'wrong_page' && name !== 'alpha.autocomplete';
  return { query: `river ferry sim:${fault}`, ...(hasPages && { page: 4 }) };
}

function outcomeOf({ status, body, requests }: Answer): string {
  const rows = body.organic_results ?? body.suggestions ?? [];
  return `${status} ${body.code ?? (rows.length > 0 ? 'found' : 'empty')} ${requests.length}`;
}

describe('every fault of an engine, through the whole service', () => {
  test.each(Object.keys(simulatedFaults) as SimulatedFault[])('%s', async (fault) => {
    const { ask } = hastyEngines.get(fault) ?? engines;
    const answers = await Promise.all(endpoints.map((endpoint) => ask(endpoint, bodyFor(endpoint, fault))));
    const [usual, ...others] = expected[fault];
    const outcomes = endpoints.map(({ name }) => others.find(([start]) => name.startsWith(start))?.[1] ?? usual);
    expect(answers.map(outcomeOf)).toEqual(outcomes);
    for (const { status, headers, body } of answers) {
      expect(headers['x-request-id']).toBeDefined();
      expect(headers.ratelimit).toBeDefined();
      if (status === 200) continue;
      expect(headers['content-type']).toContain('application/problem+json');
      expect(body).toMatchObject({ status, error: body.detail, request_id: headers['x-request-id'] });
      expect(headers['retry-after']).toBe(fault === 'rate_limited_until' ? '2' : undefined);
    }
  });
});

describe('a retry', () => {
  test('follows an attempt that exceeds SVC_ATTEMPT_TIMEOUT_MS', async () => {
    const impatient = await startEngines({ ...patient, SVC_ATTEMPTS: '2', SVC_ATTEMPT_TIMEOUT_MS: '700' });
    const answer = await impatient.ask(gammaSearch, { query: 'third try sim:slow' });
    await impatient.close();
    expect(outcomeOf(answer)).toBe('504 upstream_timeout 2');
  });

  test('uses another client after a block', async () => {
    const { requests } = await engines.ask(gammaSearch, { query: 'new face sim:captcha' });
    const [one, other] = requests.map(({ headers }) => headers['user-agent']);
    expect(one).toBeDefined();
    expect(other).not.toBe(one);
  });

  test('uses the same client after a wrong page', async () => {
    const { requests } = await engines.ask(gammaSearch, { query: 'same face sim:wrong_query' });
    const [one, other] = requests.map(({ headers }) => headers['user-agent']);
    expect(other).toBe(one);
  });

  test('succeeds if the engine fails only once', async () => {
    const once = new Set<string>();
    const failing = await startEngines(
      { SVC_ATTEMPTS: '2' },
      {
        scenario({ operation }) {
          if (once.has(operation)) return undefined;
          once.add(operation);
          return 'reset';
        },
      },
    );
    const answers = await Promise.all(endpoints.map((endpoint) => failing.ask(endpoint, { query: 'second try' })));
    await failing.close();
    expect(answers.map(outcomeOf)).toEqual(endpoints.map(() => '200 found 2'));
  });
});
