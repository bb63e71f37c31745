import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import { isAllowedIp, parseAllowedHosts, webhookUrlRefusal } from '../src/config/listed-hosts.js';
import { readConfig } from '../src/index.js';
import type { FailedNotifications, Job } from '../src/jobs/job.js';
import { createWebhooks, sendWebhookOnce } from '../src/jobs/webhooks/webhooks.js';
import { orderOf } from './contracts/job-store.js';
import { collectGarbage } from './helpers/garbage.js';
import { environment } from './helpers/service.js';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const { signal } = new AbortController();

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A receiver that sends these statuses in turn, and the last one repeatedly. */
async function receiver(statuses: readonly number[], headers: Record<string, string> = {}) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) });
    response.writeHead(statuses[Math.min(received.length, statuses.length) - 1] ?? 200, headers).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { received, port, address: `http://127.0.0.1:${port}/hook` };
}

function webhooksTo(hosts: string, waits: readonly number[] = [0, 10, 10]) {
  const config = readConfig({ ...environment, SVC_WEBHOOK_HOSTS: hosts, SVC_WEBHOOK_SECRET: secret });
  const failures: string[] = [];
  const delivered: string[] = [];
  const webhooks = createWebhooks({
    ...{ config, retention: 1_000, waits },
    onDelivery: ({ id }) => delivered.push(id),
    onFailure: (_, reason) => failures.push(reason),
  });
  return { ...webhooks, failures, delivered };
}

function endedJob(webhook: string): Job {
  return { ...orderOf({ webhook }), state: 'completed', endedAt: Date.now(), answered: 3, found: 2, bytes: 10 };
}

test('a message is signed according to Standard Webhooks, with the secret of the key that owns the job', async () => {
  const { received, port, address } = await receiver([204]);
  const { notify, secretOf, failures } = webhooksTo(`127.0.0.1:${port}`);
  const job = endedJob(address);
  await notify(job, signal);
  const [{ headers, body } = { headers: {}, body: '' }] = received;
  const payload = new Webhook(secretOf('a')).verify(body, headers as Record<string, string>);
  expect(payload).toMatchObject({
    type: 'batch.completed',
    timestamp: new Date(job.endedAt ?? 0).toISOString(),
    data: { id: job.id, state: 'completed', answered: 3, found: 2, results: `/api/v1/batches/${job.id}/results` },
  });
  expect([headers['webhook-id'], failures]).toEqual([job.id, []]);
  expect(() => new Webhook(secretOf('b')).verify(body, headers as Record<string, string>)).toThrow('signature');
  expect(body.length).toBeLessThan(20_000);
});

test('a message that fails is sent again with the same id and a new signature', async () => {
  const { received, port, address } = await receiver([500, 302, 200], { location: 'http://127.0.0.1:1/' });
  const { notify, failures, delivered } = webhooksTo(`127.0.0.1:${port}`);
  const job = endedJob(address);
  await notify(job, signal);
  expect([failures, delivered]).toEqual([['500', '302'], [job.id]]);
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(received).toHaveLength(3);
});

test('attempts continue where another server stopped, on the same schedule', async () => {
  const { received, port, address } = await receiver([500]);
  const { notify, failures } = webhooksTo(`127.0.0.1:${port}`, [0, 300, 600]);
  const recorded: FailedNotifications[] = [];
  const stop = new AbortController();
  const began = Date.now();
  await notify(endedJob(address), stop.signal, {
    ready: async () => undefined,
    onFailure: async (failed) => {
      recorded.push(failed);
      stop.abort();
    },
  });
  expect([received.length, recorded.map(({ attempts }) => attempts)]).toEqual([1, [1]]);
  const [failedNotifications = { attempts: 0, nextAt: 0 }] = recorded;
  expect(failedNotifications.nextAt).toBeGreaterThanOrEqual(began + 300);
  await notify({ ...endedJob(address), failedNotifications }, signal);
  expect([received.length, failures]).toEqual([3, ['500', '500', '500']]);
  expect(Date.now()).toBeGreaterThanOrEqual(began + 900);
});

test('no attempt is made by a server that has lost the job', async () => {
  const { received, port, address } = await receiver([200]);
  const { notify } = webhooksTo(`127.0.0.1:${port}`);
  const lost = new Error('lost');
  const attempts = { ready: () => Promise.reject(lost), onFailure: async () => undefined };
  await expect(notify(endedJob(address), signal, attempts)).rejects.toBe(lost);
  expect(received).toEqual([]);
});

test.each([
  ['until no attempts are left', [503], ['503', '503', '503']],
  ['until the receiver responds with 410', [500, 410], ['500', '410']],
])('a message is sent again %s', async (_, statuses, expected) => {
  const { port, address } = await receiver(statuses);
  const { notify, failures, delivered } = webhooksTo(`127.0.0.1:${port}`);
  await notify(endedJob(address), signal);
  expect([failures, delivered]).toEqual([expected, []]);
});

test.each([['3600'], ['Fri, 27 Nov 2026 13:00:00 GMT']])(
  'Retry-After %s of a receiver is respected, and aborting ends the wait',
  async (retryAfter) => {
    const { received, port, address } = await receiver([429], {
      'retry-after': retryAfter,
      date: 'Fri, 27 Nov 2026 12:00:00 GMT',
    });
    const { notify } = webhooksTo(`127.0.0.1:${port}`);
    const stop = new AbortController();
    const notified = notify(endedJob(address), stop.signal);
    await expect.poll(() => received.length).toBe(1);
    await sleep(100);
    stop.abort();
    await notified;
    expect(received).toHaveLength(1);
  },
);

/** Sends a message to a receiver that does this once it has been asked, and gives up after 500 ms. */
async function outcomeAt(answer: (connection: Socket) => void) {
  const connections: Socket[] = [];
  const server = createTcpServer((connection) => {
    connections.push(connection.on('error', () => undefined));
    connection.once('data', () => answer(connection));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const connection of connections) connection.destroy();
    server.close();
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const message = { url: `http://${host}/`, headers: {}, body: '{}' };
  const sent = sendWebhookOnce(message, parseAllowedHosts(host) ?? [], signal, 500);
  sent.catch(() => undefined);
  await expect.poll(() => connections.length).toBe(1);
  collectGarbage();
  return Promise.race([sent.catch((error: { code: unknown }) => error.code), sleep(5_000, 'nothing')]);
}

test.each([
  ['never answers', () => {}, 'ABORT_ERR'],
  ['only announces an answer', (to: Socket) => to.write('HTTP/1.1 102 Processing\r\n\r\n'), 'ABORT_ERR'],
  [
    'switches the protocol',
    (to: Socket) => to.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: a\r\n\r\n'),
    'no_answer',
  ],
])('an attempt ends in time at a receiver that %s', async (_, answer, code) => {
  expect(await outcomeAt(answer)).toBe(code);
});

test('a name that resolves to a private address is not contacted', async () => {
  const { received, port } = await receiver([200]);
  const { notify, failures } = webhooksTo(`localhost:${port}`, [0]);
  await notify(endedJob(`https://localhost:${port}/hook`), signal);
  expect([received.length, failures]).toEqual([0, ['private_address']]);
});

test('a webhook to a host that is no longer allowed is not sent', async () => {
  const { received, port, address } = await receiver([200]);
  const { notify, failures } = webhooksTo(`127.0.0.1:${port + 1}`);
  await notify(endedJob(address), signal);
  expect([received.length, failures]).toEqual([0, []]);
});

const hosts = parseAllowedHosts('hooks.example.com, 10.0.0.5:8443, [::1]:9000, 127.0.0.1:8080') ?? [];

test.each([
  ['https://hooks.example.com/a?b=c', undefined],
  ['https://HOOKS.example.com:443/', undefined],
  ['https://10.0.0.5:8443/', undefined],
  ['http://127.0.0.1:8080/', undefined],
  ['http://[::1]:9000/', undefined],
  ['http://hooks.example.com/', 'host'],
  ['http://hooks.example.com:443/', 'https://'],
  ['https://hooks.example.com:8443/', 'host'],
  ['https://10.0.0.5/', 'host'],
  ['http://10.0.0.5:8443/', 'https://'],
  ['https://evil.example/', 'host'],
  ['https://hooks.example.com.evil.example/', 'host'],
  ['https://user:word@hooks.example.com/', 'credentials'],
  ['ftp://hooks.example.com:443/', 'https://'],
  ['hooks.example.com', 'address'],
])('%s as a webhook URL', (address, reason) => {
  expect(webhookUrlRefusal(address, hosts)).toEqual(reason === undefined ? undefined : expect.stringContaining(reason));
});

test.each([
  ['93.184.216.34', true],
  ['2606:2800:220:1::1', true],
  ['10.0.0.5', true],
  ['10.0.0.6', false],
  ['127.0.0.2', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['192.168.1.1', false],
  ['0.0.0.0', false],
  ['::ffff:10.0.0.6', false],
  ['::ffff:169.254.169.254', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['64:ff9b::a00:6', false],
  ['::7f00:1', false],
  ['::2', false],
  ['4000::1', false],
  ['224.0.0.1', false],
  ['nothing', false],
])('a connection to %s is allowed: %s', (ip, isAllowed) => {
  expect(isAllowedIp(ip, hosts)).toBe(isAllowed);
});

test.each(['a b', 'https://a.example', 'a.example:70000', 'a.example:', '[::1'])('%s is not a valid host', (text) => {
  expect(parseAllowedHosts(text)).toBeUndefined();
});

test('webhook hosts require a secret of 24 to 64 bytes', () => {
  const read = (env: Record<string, string>) => readConfig({ ...environment, ...env });
  expect(() => read({ SVC_WEBHOOK_HOSTS: 'a.example' })).toThrow(
    'SVC_WEBHOOK_SECRET, which webhooks are signed with: echo "whsec_$(openssl rand -base64 32)"',
  );
  expect(() => read({ SVC_WEBHOOK_SECRET: 'whsec_c2hvcnQ=' })).toThrow('24 to 64 bytes');
  expect(webhookUrlRefusal('https://a.example/', read({}).webhookHosts)).toContain('allows no host');
});
