import { type Adapter, FetchError } from '@svc/fetchers';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { endpoints, errorKinds } from '../src/index.js';
import { typical } from './helpers/captures.js';
import { answerSchemaOf, extrasAt, faultsBy, lookups } from './helpers/description.js';
import { createFuzzer, type FuzzedRequest } from './helpers/fuzzer.js';
import { bytes, testService } from './helpers/service.js';

/**
 * Valid and invalid requests generated from the request schemas. The seed is fixed, so that a failure can be
 * reproduced; `SVC_FUZZ_SEED` and `SVC_FUZZ_REQUESTS` change seed and number.
 */
const seed = Number(process.env.SVC_FUZZ_SEED ?? 1);
const requests = Number(process.env.SVC_FUZZ_REQUESTS ?? 5_000);

const pages = new Map(endpoints.map((endpoint) => [endpoint.name, typical(endpoint)]));

/** The responses of the engines, in turn. */
const answers: readonly Adapter[] = [
  (request, context) => pages.get(request.operation)!.adapter(request, context),
  async ({ url }) => ({ url, status: 429, headers: {}, body: bytes('slow down') }),
  async ({ url }) => ({
    url,
    status: 200,
    headers: {},
    body: bytes('<html><body><p>nothing we know</p></body></html>'),
  }),
  async () => {
    throw new FetchError('network', 'gone', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) });
  },
  async () => {
    throw new FetchError('timeout', 'slow');
  },
];
let calls = 0;
const adapter: Adapter = (request, context) => {
  calls += 1;
  return answers[calls % answers.length]!(request, context);
};

const service = testService({ adapter, env: { SVC_CIRCUIT_FAILURES: '0', SVC_RETRY_PERCENT: '100' } });
afterAll(() => service.app.close());

const queries = Object.fromEntries([...pages].map(([name, { query }]) => [name, query]));
const extras = [...new Set(endpoints.flatMap((endpoint) => extrasAt(endpoint.path)))];
const next = createFuzzer(seed, { endpoints, lookups, extras, queries });
const statuses = new Map<string, number>();

test(`${requests} requests are answered according to the API description`, async () => {
  for (let count = 0; count < requests; count += 1) {
    const fuzzed = next();
    const response = await service.app.inject(optionsOf(fuzzed));
    const outcome = `${fuzzed.method} ${response.statusCode}`;
    statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1);
    const faults = faultsOf(fuzzed, response);
    if (faults.length > 0) expect.fail(`request ${count} of seed ${seed}: ${faults}\n${JSON.stringify(fuzzed)}`);
  }
  // Each status must occur, as otherwise the test does not cover it.
  for (const status of [200, 400, 401, 403, 404, 413, 415, 502, 504]) {
    expect(statuses.get(`POST ${status}`), `POST ${status}`).toBeGreaterThan(requests / 500);
  }
  expect(statuses.get('GET 200')).toBeGreaterThan(requests / 100);
}, 120_000);

function optionsOf({ method, url, headers, payload }: FuzzedRequest): InjectOptions {
  return {
    method: method as NonNullable<InjectOptions['method']>,
    url,
    headers,
    ...(payload !== undefined && { payload }),
  };
}

/** Violations found in a response. */
function faultsOf({ method, url, isKeyed }: FuzzedRequest, response: LightMyRequestResponse): string[] {
  const { statusCode: status, headers, payload } = response;
  const type = String(headers['content-type'] ?? '');
  const isBare = method === 'HEAD' || status === 204;
  const body = isBare ? undefined : parsed(payload);
  return [
    ...(status >= 500 && status !== 502 && status !== 503 && status !== 504 ? [`status ${status}`] : []),
    ...(headers['x-request-id'] === undefined ? ['no X-Request-Id'] : []),
    ...(isBare || body !== undefined ? [] : [`no JSON: ${payload.slice(0, 80)}`]),
    ...(status >= 400 && /<html|\n\s+at .+:\d+:\d+/i.test(payload) ? ['markup or a stack'] : []),
    ...(status >= 400 && !isBare ? problemFaults(body, { status, type, payload, headers }) : []),
    ...(status === 200 && !type.startsWith('application/json') ? [`type ${type}`] : []),
    ...(status === 200 && !isBare ? answerFaults(url, body) : []),
    ...(isKeyed && status !== 404 && status !== 405 ? missing(headers) : []),
  ];
}

function parsed(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return undefined; // reported as "no JSON"
  }
}

function problemFaults(
  body: unknown,
  { status, type, payload, headers }: { status: number; type: string; payload: string; headers: object },
): string[] {
  const problem = (body ?? {}) as Record<string, unknown>;
  const { code, detail, error, request_id, errors } = problem;
  const kind =
    typeof code === 'string' && Object.hasOwn(errorKinds, code) ? errorKinds[code as 'not_found'] : undefined;
  const listed = Array.isArray(errors) ? errors : [];
  return [
    ...(type.startsWith('application/problem+json') ? [] : [`type ${type}`]),
    ...(kind === undefined ? [`code ${code}`] : []),
    ...(kind !== undefined && (kind.status !== status || problem.status !== status) ? [`${code} with ${status}`] : []),
    ...(typeof detail === 'string' && detail === error && typeof request_id === 'string' ? [] : ['members missing']),
    ...(payload.length > 16_384 || listed.length > 20 ? [`${payload.length} bytes, ${listed.length} faults`] : []),
    ...([429, 503].includes(status) && !('retry-after' in headers) ? ['no Retry-After'] : []),
    ...(listed.every(({ code: of }) => typeof of === 'string' && Object.hasOwn(errorKinds, of))
      ? []
      : ['code of a fault']),
  ];
}

function answerFaults(url: string, body: unknown): string[] {
  const path = url.replace(/\?.*/s, '');
  return faultsBy(answerSchemaOf(path), body).slice(0, 3);
}

function missing(headers: object): string[] {
  const limits = ['ratelimit', 'ratelimit-policy', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];
  return limits.filter((name) => !(name in headers)).map((name) => `no ${name}`);
}
