import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AdapterContext, PageRequest } from '@svc/fetchers';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { readConfig, startService } from '../src/index.js';
import { typical } from './helpers/captures.js';
import { endAll, runHere } from './helpers/command-line.js';
import { type EngineFailure, startEchoingEngine, startEchoingProxy } from './helpers/echoing-engine.js';
import { alphaSearch, betaSearch, gammaSearch } from './helpers/operations.js';
import { type Secret, secrets, secretsIn } from './helpers/secrets.js';
import { environment } from './helpers/service.js';
import { temporaryFolder } from './helpers/temporary.js';

afterAll(endAll);

const coded = (name: Secret) => encodeURIComponent(secrets[name]);
const { query, adapter: engine } = typical(gammaSearch);
const page = async () => (await engine({ url: '' } as PageRequest, {} as AdapterContext)).body;

/** Everything that a service writes for its operator. */
interface Outputs {
  log: string;
  others: string;
}

/** Starts a service, uses it, and returns what it has written. */
async function outputsOf(env: Record<string, string>, use: (ask: Ask) => Promise<void>): Promise<Outputs> {
  const lines: string[] = [];
  const quick = { SVC_PORT: '0', SVC_LOG_LEVEL: 'debug', SVC_SEARCH_TIMEOUT_MS: '3000', SVC_ATTEMPTS: '3' };
  const config = readConfig({ ...environment, ...quick, ...env });
  const service = await startService(config, { logTo: { write: (line) => lines.push(line) } });
  onTestFinished(() => service.stop());
  const answers: string[] = [];
  const ask: Ask = async (path, body, headers = { 'x-api-key': secrets.apiKey }) => {
    const sent = body !== undefined && {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
    };
    const type = typeof body === 'string' ? 'application/x-ndjson' : 'application/json';
    const all = { connection: 'close', ...(body !== undefined && { 'content-type': type }), ...headers };
    const response = await fetch(service.address + path, { headers: all, ...sent });
    const text = await response.text();
    answers.push(`${response.status} ${JSON.stringify([...response.headers])} ${text}`);
    return { status: response.status, text };
  };
  await use(ask);
  for (const path of ['/metrics', '/readyz', '/livez', '/api/v1/account']) await ask(path);
  await service.stop();
  return { log: lines.join(''), others: answers.join('\n') };
}

type Ask = (
  path: string,
  body?: object | string,
  headers?: Record<string, string>,
) => Promise<{ status: number; text: string }>;

const failures: readonly EngineFailure[] = ['blocked', 'broken', 'elsewhere', 'unknown', 'cut', 'garbled', 'gone'];
const endpoints = [alphaSearch, betaSearch, gammaSearch];

/** One search that succeeds, and each failure at one of the engines. */
async function searchAll(ask: Ask): Promise<number[]> {
  const statuses = [(await ask(gammaSearch.path, { query })).status];
  const failed = failures.map((failure, index) => ask(endpoints[index % 3]!.path, { query: `${query} ${failure}` }));
  for (const { status } of await Promise.all(failed)) statuses.push(status);
  return statuses;
}

/** Searches that the service itself refuses. */
async function callInvalidly(ask: Ask): Promise<void> {
  const body = { query };
  for (const name of ['wrongKey', 'disabledKey'] as const) {
    await ask(gammaSearch.path, body, { 'x-api-key': secrets[name] });
    await ask(gammaSearch.path, body, { authorization: `Bearer ${secrets[name]}` });
    await ask(`/compat/serpapi/search.json?engine=brave&q=tea&api_key=${coded(name)}`, undefined, {});
    await ask(`/compat/serpapi/k/${coded(name)}/search.json?engine=brave&q=tea`, undefined, {});
    await ask(`/api/v1/nowhere?key=${coded(name)}`, undefined, { cookie: `key=${coded(name)}` });
  }
  await ask('/compat/serpapi/search.json?engine=google&q=tea', undefined, {});
  await ask('/api/v1/all/search', { query, nonsense: true });
}

/** What `svc doctor` reports. */
async function doctor(env: Record<string, string>): Promise<string> {
  const { out, err } = await runHere(['doctor'], { ...environment, ...env });
  return out + err;
}

const keysOf = {
  SVC_API_KEYS: secrets.apiKey,
  SVC_DISABLED_API_KEYS: secrets.disabledKey,
  SVC_COMPAT: 'serpapi',
  SVC_COMPAT_KEYS: `serpapi=${secrets.compatKey}`,
};

const proxyAt = (port: number) =>
  `http://${coded('proxyUser')}-{session}-${secrets.sessionToken}:${coded('proxyPassword')}@127.0.0.1:${port}`;

/** The content of all files in a folder. */
async function filesIn(folder: string): Promise<string> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile());
  return (await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')))).join(
    '\n',
  );
}

test('a service that fetches through a gateway and proxies writes no secret', async () => {
  const port = await startEchoingEngine(await page());
  const folder = await temporaryFolder();
  const env = {
    ...keysOf,
    SVC_ADAPTER: 'http',
    SVC_GATEWAY: `http://${coded('gatewayUser')}:${coded('gatewayPassword')}@127.0.0.1:${port}/base?token=${coded('gatewayToken')}`,
    SVC_PROXIES: proxyAt(await startEchoingProxy()),
    SVC_RECORD_FOLDER: join(folder, 'record'),
    SVC_BATCH_FOLDER: join(folder, 'batches'),
    SVC_WEBHOOK_SECRET: secrets.webhookSecret,
    SVC_WEBHOOK_HOSTS: `127.0.0.1:${port}`,
    SVC_TRACES_ENDPOINT: `http://user:${coded('tracesPassword')}@127.0.0.1:1/v1?key=${coded('tracesToken')}`,
  };
  const { log, others } = await outputsOf(env, async (ask) => {
    const [found, ...failed] = await searchAll(ask);
    expect(found).toBe(200);
    for (const status of failed) expect(status).toBeGreaterThanOrEqual(429);
    await callInvalidly(ask);
    const webhook = `http://127.0.0.1:${port}/broken?token=${coded('webhookToken')}`;
    const lines = '{"id":"1","engine":"gamma","query":"tea"}\n{"id":"2","engine":"beta","query":"tea broken"}\n';
    const job = await ask(`/api/v1/batches?webhook=${encodeURIComponent(webhook)}`, lines);
    expect(job.status).toBe(202);
    const { id } = JSON.parse(job.text) as { id: string };
    await expect.poll(async () => (await ask(`/api/v1/batches/${id}`)).text).toMatch(/"completed"/);
  });
  expect(log).toContain('an attempt failed');
  expect(others).toContain('svc_proxy_attempts_total{engine="gamma"');
  expect(secretsIn(log)).toEqual([]);
  // The owner of a job sees the address of the webhook again.
  expect(
    secretsIn(
      others,
      Object.keys(secrets).filter((name) => name !== 'webhookToken'),
    ),
  ).toEqual([]);
  const recorded = await filesIn(join(folder, 'record'));
  expect(recorded).toContain('<p>');
  expect(secretsIn(recorded)).toEqual([]);
  expect(secretsIn(await doctor(env))).toEqual([]);
});

test('a service whose proxies fail writes no secret', async () => {
  const port = await startEchoingEngine(await page());
  const ports = await Promise.all(([402, 407, 502] as const).map((refusal) => startEchoingProxy(refusal)));
  const file = join(await temporaryFolder(), 'proxies');
  await writeFile(file, [...ports, 1].map(proxyAt).join('\n'));
  const env = {
    ...keysOf,
    SVC_ADAPTER: 'http',
    SVC_GATEWAY: `http://127.0.0.1:${port}`,
    SVC_PROXIES_FILE: file,
    SVC_SEARCH_TIMEOUT_MS: '60000', // a search that times out has another status
  };
  const { log, others } = await outputsOf(env, async (ask) => {
    for (const status of await searchAll(ask)) expect(status).toBe(503);
  });
  expect(others).toMatch(/svc_proxy_attempts_total\{engine="gamma",proxy="proxy-\d",state="proxy_auth"\}/);
  expect(secretsIn(log + others)).toEqual([]);
  const report = await doctor(env);
  expect(report).toContain('1 of 4 do not accept connections: proxy-4');
  expect(secretsIn(report)).toEqual([]);
});

test('a service with an unblocking service and without its Redis writes no secret', async () => {
  const port = await startEchoingEngine(await page());
  const file = join(await temporaryFolder(), 'unblocker.json');
  const address = `http://127.0.0.1:${port}/?token=${secrets.unblockerToken}&key={key}&url={url}`;
  await writeFile(file, JSON.stringify({ address, headers: { authorization: 'Bearer {key}' } }));
  const env = {
    ...keysOf,
    SVC_ADAPTER: 'unblocker',
    SVC_UNBLOCKER_FILE: file,
    SVC_UNBLOCKER_KEY: secrets.unblockerKey,
    SVC_REDIS_URL: `redis://user:${coded('redisPassword')}@127.0.0.1:1`,
  };
  const { log, others } = await outputsOf(env, async (ask) => {
    const [found, ...failed] = await searchAll(ask);
    expect(found).toBe(200);
    for (const status of failed) expect(status).toBeGreaterThanOrEqual(429);
  });
  expect(log).toContain('Redis is away');
  expect(secretsIn(log + others)).toEqual([]);
  const report = await doctor(env);
  expect(report).toContain('127.0.0.1:1 does not answer');
  expect(secretsIn(report)).toEqual([]);
});
