import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import dns from 'node:dns';
import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { formatStartMessage, loadOrCreateQuickStartKey, readQuickStartKey } from '../src/commands/quick-start.js';
import { parseAllowedHosts, webhookUrlRefusal } from '../src/config/listed-hosts.js';
import { createBodyBudget } from '../src/http/read-bytes.js';
import { type ApiKey, readConfig } from '../src/index.js';
import { sendWebhookOnce } from '../src/jobs/webhooks/webhooks.js';
import { parseApiKey } from '../src/limits/keys/api-key.js';
import { createKeyRing, openKeyRing } from '../src/limits/keys/key-ring.js';
import type { KeyStore } from '../src/limits/keys/key-store.js';
import { terminalStyleOf } from '../src/observe/terminal-text.js';
import { batchHeaders } from './helpers/batches.js';
import { fakeEndpoint, serving, tenRows } from './helpers/fake-endpoint.js';
import { disabledKey, environment, key, testService } from './helpers/service.js';
import { temporaryFolder } from './helpers/temporary.js';

/**
 * Attempted attacks. Each case names, in `attack-mutants.json`, a small change of the code that would let the attack
 * succeed; `pnpm --filter @svc/server attack-mutants` applies each change and checks that its case fails.
 */
const cases = new Map<string, () => unknown>();
function attack(name: string, run: () => unknown): void {
  cases.set(name, run);
}

const service = (env: Record<string, string> = {}, more = {}) =>
  testService({ adapter: serving(({ page = 1 }) => tenRows(page)), endpoints: [fakeEndpoint], env, ...more });
const json = { 'content-type': 'application/json' };
const codeOf = (work: () => unknown) => {
  try {
    work();
    return 'accepted';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

async function mcpStatus(headers: Record<string, string>, env: Record<string, string> = {}): Promise<number> {
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  const accept = { accept: 'application/json, text/event-stream' };
  return (await service(env).post('/mcp', call, { host: 'localhost', ...accept, ...headers })).statusCode;
}
attack('MCP: an origin that ends with localhost', async () =>
  expect(await mcpStatus({ origin: 'http://evil-localhost' })).toBe(403),
);
attack('MCP: an origin that starts with localhost', async () =>
  expect(await mcpStatus({ origin: 'http://localhost.evil.example' })).toBe(403),
);
attack('MCP: the origin null', async () => expect(await mcpStatus({ origin: 'null' })).toBe(403));
attack('MCP: another host name for this machine', async () =>
  expect(await mcpStatus({ host: 'rebound.example' })).toBe(403),
);
attack('MCP: an unlisted origin on a public address', async () => {
  const env = { SVC_HOST: '0.0.0.0', SVC_MCP_ORIGINS: 'https://agent.example' };
  expect(await mcpStatus({ origin: 'https://agent.example' }, env)).toBe(200);
  expect(await mcpStatus({ origin: 'https://evil.example' }, env)).toBe(403);
});

const hooks = parseAllowedHosts('hooks.example.com') ?? [];
const refused = (name: string, address: string) =>
  attack(name, () => {
    expect(webhookUrlRefusal('https://hooks.example.com/a', hooks)).toBeUndefined();
    expect(webhookUrlRefusal(address, hooks)).toBeDefined();
  });
refused('webhook: a URL with only a password', 'https://:secret@hooks.example.com/a');
refused('webhook: a URL with only a user name', 'https://user@hooks.example.com/a');
refused('webhook: a host that starts with an allowed one', 'https://hooks.example.com.evil.example/a');
refused('webhook: a host that ends with an allowed one', 'https://evil-hooks.example.com/a');
refused('webhook: another port of an allowed host', 'https://hooks.example.com:8443/a');
refused('webhook: plain HTTP', 'http://hooks.example.com:443/a');

/** Sends a webhook to a name that resolves to these addresses; returns the code of the error. */
async function sentTo(address: string, resolved: readonly string[] = []): Promise<unknown> {
  const lookup = vi.spyOn(dns, 'lookup').mockImplementation(((
    _name: string,
    _options: object,
    done: (error: null, found: object[]) => void,
  ) => {
    const found = resolved.map((one) => ({ address: one, family: 4 }));
    done(null, found);
  }) as unknown as typeof dns.lookup);
  syncBuiltinESMExports();
  onTestFinished(() => {
    lookup.mockRestore();
    syncBuiltinESMExports();
  });
  const message = { url: address, headers: {}, body: '{}' };
  return sendWebhookOnce(message, hooks, AbortSignal.timeout(30_000)).catch((error: { code: unknown }) => error.code);
}
attack('webhook: a name with a public and a private address', async () =>
  expect(await sentTo('https://hooks.example.com:1/', ['127.0.0.1', '93.184.215.14'])).toBe('private_address'),
);
attack('webhook: a name with only private addresses', async () =>
  expect(await sentTo('https://hooks.example.com:1/', ['127.0.0.1', '10.0.0.1'])).toBe('private_address'),
);
attack('webhook: a literal private address', async () =>
  expect(await sentTo('https://127.0.0.1:1/')).toBe('private_address'),
);

const quickKey = `svc_${'0123456789abcdef'.repeat(2)}`;
async function keyFile(mode: number, text = quickKey): Promise<string> {
  const file = join(await temporaryFolder(), 'key');
  await writeFile(file, text);
  await chmod(file, mode);
  return file;
}
attack('key file: readable by a group', async () => {
  expect(await readQuickStartKey(await keyFile(0o600))).toBe(quickKey);
  expect(await readQuickStartKey(await keyFile(0o640))).toBeUndefined();
});
attack('key file: readable by others', async () =>
  expect(await readQuickStartKey(await keyFile(0o604))).toBeUndefined(),
);
attack('key file: not a quick start key', async () =>
  expect(await readQuickStartKey(await keyFile(0o600, 'a-key-that-others-know'))).toBeUndefined(),
);
attack('key file: permissions of a new file', async () => {
  const { file = '' } = await loadOrCreateQuickStartKey(join(await temporaryFolder(), 'svc', 'key'));
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

attack('quick start: the settings of the playground behind a proxy', async () => {
  const one = service();
  const forwarded = [{}, { 'x-forwarded-for': '192.0.2.7' }, { via: '1.1 nginx' }];
  for (const headers of forwarded) {
    const response = await one.app.inject({ url: '/playground.json', headers: { host: 'localhost', ...headers } });
    expect(response.json()).toEqual({ simulated: false, words: [], advice: expect.any(Object) });
    expect(response.body).not.toContain(key);
  }
});
const printed = (file: string, isTerminal: boolean) =>
  formatStartMessage(readConfig(environment), {
    ...{ address: 'http://127.0.0.1:8080', made: { key: quickKey, file }, isTerminal },
    style: terminalStyleOf({ isTTY: isTerminal }),
  });
attack('quick start: output that goes to a file', async () =>
  expect(await printed('/a/key', false)).not.toContain(quickKey),
);
attack('quick start: the history of the shell', async () =>
  expect((await printed('/a/key', true)).split(quickKey)).toHaveLength(2),
);
attack('quick start: a home directory that contains a shell command', async () => {
  const folder = await temporaryFolder();
  const text = await printed(`${folder}/$(touch ${folder}/done)`, false);
  const [command = ''] = text.split('\n').filter((line) => line.startsWith('curl '));
  await promisify(execFile)('sh', ['-c', `curl() { :; }; ${command}`]);
  await expect(stat(join(folder, 'done'))).rejects.toThrow('ENOENT');
});

/** What a service logs about a request. */
async function logged(url: string, headers: Record<string, string>): Promise<string> {
  let text = '';
  const one = service({ SVC_LOG_LEVEL: 'debug' }, { logTo: { write: (line: string) => (text += line) } });
  await one.app.inject({ method: 'POST', url, headers: { ...json, ...headers }, payload: '{"query":"a"}' });
  await expect.poll(() => text).toContain('request');
  return text;
}
attack('log: an id from which the key can be guessed', async () => {
  const text = await logged('/api/v1/fake', { 'x-api-key': key });
  const caller = /"caller":"([^"]+)"/.exec(text)?.[1] ?? '';
  expect(caller).toMatch(/^key-[0-9a-f]{8}$/);
  expect(createHash('sha256').update(key).digest('hex')).not.toContain(caller.slice(4));
});
attack('log: the key that was presented', async () => {
  expect(await logged('/api/v1/fake', { 'x-api-key': key })).not.toContain(key);
  expect(await logged('/api/v1/fake', { 'x-api-key': 'a-key-of-somebody' })).not.toContain('a-key-of-somebody');
});
attack('log: the query string', async () =>
  expect(await logged('/api/v1/fake?private=words', { 'x-api-key': key })).not.toContain('private'),
);

/** The response to bytes sent over a connection. */
async function answered(request: string): Promise<string> {
  const one = service();
  const { port } = new URL(await one.app.listen({ port: 0 }));
  onTestFinished(() => one.app.close());
  const socket = connect(Number(port));
  let text = '';
  socket.on('data', (data) => (text += data));
  socket.on('error', () => undefined);
  socket.write(request);
  await expect.poll(() => text).toContain('HTTP/1.1');
  socket.destroy();
  return text;
}
attack('body: 100 Continue before authentication', async () => {
  const head = ['POST /api/v1/fake HTTP/1.1', 'host: a', 'x-api-key: nobody', 'expect: 100-continue'];
  const text = await answered([...head, 'content-length: 20', '', ''].join('\r\n'));
  expect(text.split('\r\n')[0]).toBe('HTTP/1.1 401 Unauthorized');
});

const fixed = (change: Partial<ApiKey>) =>
  createKeyRing([{ ...parseApiKey('the-only-key', { disabled: false })!, id: 'a', ...change }], () => 5);
attack('key: disabled', async () => {
  const response = await service().post('/api/v1/fake', { query: 'a' }, { 'x-api-key': disabledKey });
  expect(response.json().code).toBe('api_key_disabled');
});
attack('key: expired', () =>
  expect(codeOf(() => fixed({ expiresAt: 5 }).authenticate('the-only-key'))).toBe('api_key_disabled'),
);
attack('key: a rotated secret in running work', () => {
  const { credential } = fixed({}).authenticate('the-only-key');
  expect(codeOf(() => fixed({}).check({ id: 'a', credential }))).toBe('accepted');
  expect(codeOf(() => fixed({}).check({ id: 'a', credential: 'the last one' }))).toBe('invalid_api_key');
});
attack('key: deleted during running work', async () => {
  let change = () => {};
  const records = [{ id: 'a', name: 'a', scopes: [], limits: {}, disabled: false, created_at: '', expires_at: null }];
  const secrets = [{ prefix: '0123456789', sha256: 'ab'.repeat(32), created_at: '', expires_at: null }];
  let listed = records.map((record) => ({ ...record, secrets }));
  const store = {
    list: async () => listed,
    onChange(listener: () => void) {
      change = listener;
      return () => {};
    },
  } as unknown as KeyStore;
  const ring = await openKeyRing({ fixed: [], store, onFault: () => {}, onMended: () => {} });
  onTestFinished(() => ring.close());
  const revoked = vi.fn();
  ring.watch({ id: 'a', credential: '0123456789' }, revoked);
  listed = [];
  change();
  await expect.poll(() => revoked).toHaveBeenCalledOnce();
});
attack('key: a missing scope', () => {
  const { credential } = fixed({}).authenticate('the-only-key');
  const ring = fixed({ scopes: ['lookup'] });
  expect(codeOf(() => ring.check({ id: 'a', credential, scope: 'search' }))).toBe('insufficient_scope');
});
attack('key: the admin scope without a grant', () =>
  expect(parseApiKey('a-plain-key', { disabled: false })?.scopes).not.toContain('admin'),
);
attack('key: a second key in another header', async () => {
  const both = { 'x-api-key': 'nobody-knows-it', authorization: `Bearer ${key}` };
  expect((await service().post('/api/v1/fake', { query: 'a' }, both)).statusCode).toBe(401);
  const headers = { authorization: `Bearer ${key}` };
  const bearer = { method: 'POST', url: '/api/v1/fake', payload: { query: 'a' }, headers } as const;
  expect((await service().app.inject(bearer)).statusCode).toBe(200);
});

const refusedBody = (name: string, [path, body, type]: [string, string, string], status: number) =>
  attack(name, async () => {
    const accept = 'application/json, text/event-stream';
    const response = await service().post(path, body, { 'content-type': type, host: 'localhost', accept });
    expect(response.statusCode).toBe(status);
  });
const call = (params: string) => `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{${params}}}`;
const million = (item: string) => Array.from({ length: 30_000 }, (_, index) => item.replace('#', `${index}`)).join(',');
refusedBody('JSON: a repeated name', ['/api/v1/fake', '{"query":"a","query":"b"}', 'application/json'], 400);
refusedBody('JSON: another charset', ['/api/v1/fake', '{"query":"a"}', 'application/json; charset=utf-16'], 415);
refusedBody('JSON: a million names', ['/mcp', call(million('"n#":1')), 'application/json'], 400);
refusedBody(
  'JSON: a million levels',
  ['/mcp', call(`"a":${'['.repeat(500)}${']'.repeat(500)}`), 'application/json'],
  400,
);
refusedBody('JSON: a million items', ['/mcp', call(`"a":[${million('1')}]`), 'application/json'], 400);

const pool = () => createBodyBudget({ total: 100, perCaller: 60 });
attack('body: incomplete bodies of one key', () =>
  expect(codeOf(() => pool().open('a').take(61))).toBe('rate_limited'),
);
attack('body: incomplete bodies of many keys', () => {
  const one = pool();
  one.open('a').take(60);
  expect(codeOf(() => one.open('b').take(41))).toBe('overloaded');
});
attack('body: bytes that are never released', () => {
  const one = pool();
  const held = one.open('a');
  held.take(60);
  held.release();
  expect(one.held()).toBe(0);
});
attack('body: longer than allowed', async () => {
  const head = ['POST /api/v1/fake HTTP/1.1', 'host: a', `x-api-key: ${key}`, 'content-type: application/json'];
  const text = await answered([...head, 'content-length: 99999999', '', '{'].join('\r\n'));
  expect(text.split('\r\n')[0]).toBe('HTTP/1.1 413 Payload Too Large');
});
attack('body: an endless chunked body', async () => {
  const head = ['POST /api/v1/fake HTTP/1.1', 'host: a', `x-api-key: ${key}`, 'content-type: application/json'];
  const chunk = `${(70_000).toString(16)}\r\n"${'a'.repeat(69_998)}"\r\n0\r\n\r\n`;
  const text = await answered([...head, 'transfer-encoding: chunked', '', chunk].join('\r\n'));
  expect(text.split('\r\n')[0]).toBe('HTTP/1.1 413 Payload Too Large');
});
attack('body: only newlines', async () =>
  expect((await service().post('/api/v1/batch', '\n'.repeat(20_000), batchHeaders)).statusCode).toBe(413),
);
attack('body: a decompression bomb', async () => {
  const headers = { ...json, 'content-encoding': 'gzip' };
  expect((await service().post('/api/v1/fake', '{"query":"a"}', headers)).statusCode).toBe(415);
});
attack('request: an id with markup', async () => {
  const given = { 'x-request-id': 'a"><script>' };
  expect((await service().get('/livez', given)).headers['x-request-id']).not.toContain('script');
});
attack('request: two Host headers', async () => {
  const text = await answered('GET /livez HTTP/1.1\r\nhost: a\r\nHost: b\r\n\r\n');
  expect(text.split('\r\n')[0]).toBe('HTTP/1.1 400 Bad Request');
});

test.each([...cases.keys()])('%s', (name) => cases.get(name)?.() as Promise<void>);

test('there are at least 40 cases, and each names a code change that would let its attack succeed', async () => {
  const mutants: Record<string, [file: string, from: string, to: string]> = JSON.parse(
    await readFile(new URL('attack-mutants.json', import.meta.url), 'utf8'),
  );
  expect(Object.keys(mutants).sort()).toEqual([...cases.keys()].sort());
  expect(cases.size).toBeGreaterThanOrEqual(40);
  for (const [name, [file, from, to]] of Object.entries(mutants)) {
    const text = await readFile(fileURLToPath(new URL(`../src/${file}`, import.meta.url)), 'utf8');
    expect(text.split(from).length, `${name}: ${from} in ${file}`).toBe(2);
    expect(from).not.toBe(to);
  }
});
