import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type BatchAnswer, type ClientOptions, createClient, type SvcClient, SvcError } from '../src/index.js';

const baseUrl = 'http://127.0.0.1:9';
let sent: Request[];
let client: SvcClient;
const answer = async (request: Request) => {
  sent.push(request);
  return Response.json({});
};

beforeEach(() => {
  sent = [];
  client = createClient({ baseUrl, fetch: answer });
});

const circular: { query: string; self?: object } = { query: 'q' };
circular.self = circular;

describe('input of the caller that cannot be sent is a TypeError, and nothing is sent', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['a body with a bigint', () => client.search('beta.search', { query: 1n as never })],
    ['a circular body', () => client.search('beta.search', circular)],
    ['a circular body for several engines', () => client.searchAll(circular)],
    ['a content type with a line break', () => client.parse('beta.search', '<p>', { contentType: 'a\nb' })],
    ['a page of an unknown operation', () => client.parse('google' as never, '<p>')],
    ['a signal that is none', () => client.account({ signal: 5 as never })],
    ['options that are none', () => client.account('x' as never)],
    ['lines that are an object', () => all(client.batch({ id: 'a' } as never))],
    ['no lines', () => all(client.batch(undefined as never))],
    ['a circular line', () => all(client.batch([circular as never]))],
  ])('%s', async (_, call) => {
    await expect(call()).rejects.toBeInstanceOf(TypeError);
    expect(sent).toEqual([]);
  });

  test('a header with a space in its name', async () => {
    const other = createClient({ baseUrl, fetch: answer, headers: { 'a b': 'c' } });
    await expect(other.account()).rejects.toBeInstanceOf(TypeError);
    expect(sent).toEqual([]);
  });

  test.each([undefined, null, 'http://127.0.0.1:9', 5])('options of a client that are %j', (options) => {
    expect(() => createClient(options as unknown as ClientOptions)).toThrow(
      new TypeError('The options must be an object'),
    );
  });

  test.each(['line\nbreak', 'schlüssel', 'two words', ''])('an API key that is %j, which is not shown', (apiKey) => {
    expect(() => createClient({ baseUrl, apiKey })).toThrow(
      new TypeError('apiKey must be a string of printable ASCII characters without spaces'),
    );
  });
});

describe('what is thrown while a request is sent', () => {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end());
  });
  let running: SvcClient;

  beforeEach(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    running = createClient({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, attempts: 1 });
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  test('by the lines of a batch is what the batch rejects with', async () => {
    const fault = new RangeError('no more lines');
    async function* lines() {
      yield { id: 'a', operation: 'beta.search', query: 'q' } as const;
      throw fault;
    }
    await expect(all(running.batch(lines()))).rejects.toBe(fault);
  });

  test('by `fetch` is an SvcError', async () => {
    const broken = createClient({ baseUrl, attempts: 1, fetch: async () => Promise.reject(new TypeError('down')) });
    await expect(broken.account()).rejects.toBeInstanceOf(SvcError);
  });
});

async function all(answers: AsyncIterable<BatchAnswer>): Promise<BatchAnswer[]> {
  const list: BatchAnswer[] = [];
  for await (const answer of answers) list.push(answer);
  return list;
}
