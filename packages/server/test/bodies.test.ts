import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createJsonScan, parseJsonBytes } from '../src/http/json.js';
import { createBodyBudget } from '../src/http/read-bytes.js';
import { answersIn, batchHeaders } from './helpers/batches.js';
import { fakeEndpoint, serving, tenRows } from './helpers/fake-endpoint.js';
import { key, testService } from './helpers/service.js';

const json = { 'content-type': 'application/json' };
const adapter = serving(({ page = 1 }) => tenRows(page));
const service = () => testService({ adapter, endpoints: [fakeEndpoint] });

/** Pseudo-random integers below a bound, from a seed. */
function random(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

describe('JSON scan', () => {
  /** A value with names and strings that are hard to distinguish, and the number of its members. */
  function anyValue(next: (bound: number) => number, depth = 0): { value: unknown; names: number } {
    const texts = ['', 'a', '"', '\\', '\\"', '{', '[[', ':', ',', 'é"', '😀\\', '\\u0022', '\n'];
    const kind = next(depth > 4 ? 3 : 6);
    if (kind < 2) return { value: texts[next(texts.length)], names: 0 };
    if (kind === 2) return { value: [null, true, -1.5e3, 0][next(4)], names: 0 };
    const inner = Array.from({ length: next(4) }, () => anyValue(next, depth + 1));
    const names = inner.reduce((sum, one) => sum + one.names, 0);
    if (kind === 3) return { value: inner.map(({ value }) => value), names };
    const members = inner.map(({ value }, index) => [`${texts[next(texts.length)]}${index}`, value]);
    return { value: Object.fromEntries(members), names: names + members.length };
  }

  test('counts names, wherever the text is split', () => {
    for (let seed = 1; seed <= 500; seed += 1) {
      const next = random(seed);
      const { value, names } = anyValue(next);
      const bytes = Buffer.from(JSON.stringify(value));
      const scan = createJsonScan({ depth: 100, names: 1e6, items: 1e6 });
      for (let at = 0; at < bytes.length; ) {
        const end = at + 1 + next(4);
        scan.push(bytes.subarray(at, end));
        at = end;
      }
      expect(scan.names(), `seed ${seed}`).toBe(names);
      expect(parseJsonBytes(bytes, 'The text')).toEqual(value);
    }
  });

  test.each([
    ['depth', '[[[["]]]]"'],
    ['names', '{"a":1,"b":{"c":":"},"d":2'],
    ['items', '[1,2,",",3,4,5'],
  ])('rejects too many %s before the end of the text', (limit, text) => {
    const limits = { depth: 3, names: 3, items: 3 };
    const refused = () => createJsonScan(limits).push(Buffer.from(text));
    expect(refused).toThrow(expect.objectContaining({ code: 'malformed_json' }));
    expect(() => createJsonScan({ ...limits, [limit]: 5 }).push(Buffer.from(text))).not.toThrow();
  });
});

describe('JSON body', () => {
  test.each([
    ['twice', '{"query":"a","query":"b"}', '"query"'],
    ['twice by an escape', '{"query":"a","\\u0071uery":"b"}', '"query"'],
    ['twice in an inner object', '{"query":{"a":1,"b":[{"c":1,"c":1}]}}', '"c"'],
    ['twice with an escaped quote', '{"q\\"":1,"a":"q\\"","q\\"":2}', 'q'],
  ])('with a name %s is rejected', async (_, payload, named) => {
    const response = await service().post('/api/v1/fake', payload, json);
    expect([response.statusCode, response.json().code]).toEqual([400, 'malformed_json']);
    expect(response.json().detail).toContain(named);
  });

  test('may repeat a name in different objects', () => {
    const text = '[{"a":{"a":1}},{"a":"\\"a\\":1"}]';
    expect(parseJsonBytes(Buffer.from(text), 'The text')).toEqual(JSON.parse(text));
  });

  test.each(['iso-8859-1', 'UTF-16', '"shift_jis"', 'utf-7', 'utf-8-sig'])(
    'declared as %s is rejected',
    async (charset) => {
      const one = service();
      const type = (name: string) => ({ 'content-type': `${name}; charset=${charset}` });
      const search = await one.post('/api/v1/fake', '{"query":"a"}', type('application/json'));
      const batch = await one.post('/api/v1/batch', '{}', { ...batchHeaders, ...type('application/x-ndjson') });
      expect([search, batch].map((response) => [response.statusCode, response.json().code])).toEqual([
        [415, 'unsupported_media_type'],
        [415, 'unsupported_media_type'],
      ]);
    },
  );

  test.each(['utf-8', '"UTF-8"', 'UTF8', 'us-ascii'])('may be declared as %s', async (charset) => {
    const response = await service().post('/api/v1/fake', '{"query":"a"}', {
      'content-type': `application/json; charset=${charset}`,
    });
    expect(response.statusCode).toBe(200);
  });

  test.each(['utf16le', 'latin1'] as const)('in %s without a declared charset is rejected', async (encoding) => {
    const response = await service().post('/api/v1/fake', Buffer.from('{"query":"café"}', encoding), json);
    expect([response.statusCode, response.json().code]).toEqual([400, 'malformed_json']);
  });
});

describe('batch body', () => {
  test.each(['', '\n', ' \n\r\n\t\n'])('%j has no lines and is rejected', async (body) => {
    for (const path of ['/api/v1/batch']) {
      const response = await service().post(path, body, batchHeaders);
      expect([response.statusCode, response.json().code]).toEqual([400, 'malformed_json']);
    }
  });

  test('has at most 10,000 lines, blank ones included', async () => {
    const line = (id: number) => JSON.stringify({ id: `${id}`, operation: 'alpha.search', query: 'a' });
    const blank = '\n'.repeat(9_999);
    const good = await service().post('/api/v1/batch', `${blank}${line(1)}\n`, batchHeaders);
    expect(answersIn(good.body).map(({ status }) => status)).toEqual([200]);
    const late = await service().post('/api/v1/batch', `${line(1)}\n${blank}${line(2)}`, batchHeaders);
    expect(
      answersIn(late.body)
        .map(({ status }) => status)
        .sort(),
    ).toEqual([200, 413]);
    const blanks = await service().post('/api/v1/batch', '\n'.repeat(10_001), batchHeaders);
    expect([blanks.statusCode, blanks.json().code]).toEqual([413, 'payload_too_large']);
  });
});

test('unknown query parameters are rejected on every GET route', async () => {
  const one = service();
  const paths = ['/api/v1/account', '/api/v1/countries', '/api/v1/languages', '/api/v1/locations'];
  for (const path of paths) {
    expect((await one.get(`${path}?bogus=1`)).json().errors).toContainEqual(
      expect.objectContaining({ field: 'bogus', code: 'unknown_parameter' }),
    );
  }
});

test.each([100, 101, 5_000])('a batch id of %i characters is not found', async (length) => {
  const response = await service().get(`/api/v1/batches/${'a'.repeat(length)}`);
  expect([response.statusCode, response.json().code]).toEqual([404, 'not_found']);
});

describe('body pool', () => {
  test('limits each caller and the total, and gets all bytes back', () => {
    const pool = createBodyBudget({ total: 100, perCaller: 60 });
    const [first, second, other] = [pool.open('a'), pool.open('a'), pool.open('b')];
    first.take(40);
    expect(() => second.take(21)).toThrow(expect.objectContaining({ code: 'rate_limited' }));
    second.take(20);
    expect(() => other.take(41)).toThrow(expect.objectContaining({ code: 'overloaded' }));
    other.take(40);
    for (const one of [first, second, other, first]) one.release();
    expect(pool.held()).toBe(0);
    pool.open('a').take(60);
  });
});

/** Writes to a new connection; returns a function that gets the response so far. */
async function written(address: string, head: readonly string[], body = ''): Promise<() => string> {
  const { port, hostname } = new URL(address);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
  });
  socket.on('error', () => undefined);
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  return () => answer;
}

describe('bodies sent over a connection', () => {
  const listen = async (env: Record<string, string> = {}) => {
    const one = testService({ adapter, endpoints: [fakeEndpoint], env });
    onTestFinished(() => one.app.close());
    return { ...one, address: await one.app.listen({ port: 0 }) };
  };
  const head = (length: number, apiKey: string, path = '/api/v1/parse/alpha.search') => [
    `POST ${path} HTTP/1.1`,
    ...['host: localhost', `x-api-key: ${apiKey}`, 'content-type: text/html', `content-length: ${length}`],
  ];

  test('are not invited with "100 Continue" before the key is checked', async () => {
    const { address } = await listen();
    const waiting = { good: head(3, key), bad: head(3, 'a-key-of-nobody'), large: head(9_000_000, key) };
    const expecting = (lines: string[]) => written(address, [...lines, 'expect: 100-continue']);
    const answers = await Promise.all(Object.values(waiting).map(expecting));
    await expect
      .poll(() => answers.map((answer) => answer().split('\r\n')[0]))
      .toEqual([...['HTTP/1.1 100 Continue', 'HTTP/1.1 401 Unauthorized', 'HTTP/1.1 413 Payload Too Large']]);
  });

  test('are rejected with a transfer coding that is not undone', async () => {
    const { address } = await listen();
    const lines = head(0, key).filter((line) => !line.startsWith('content-length'));
    const answer = await written(address, [...lines, 'transfer-encoding: gzip, chunked'], '2\r\n{}\r\n0\r\n\r\n');
    await expect.poll(() => answer().split(' ')[1]).toBe('415');
  });

  test('hold at most the share of their key while incomplete, and nothing once they have ended', async () => {
    const { address } = await listen({ SVC_MAX_KEY_BODIES_MB: '20', SVC_API_KEYS: `${key},another-key-of-all` });
    const half = () => written(address, head(8_000_000, key), 'half of it');
    const [first, second, third] = [await half(), await half(), await half()];
    const statuses = () => [first, second, third].map((answer) => answer().split(' ')[1]);
    await expect.poll(() => statuses().filter((status) => status === '429').length).toBe(1);
    const other = await written(address, head(3, 'another-key-of-all'), 'abc');
    await expect.poll(() => other().split(' ')[1]).toBe('502'); // it was read, but is not a page of results
  });

  test('give their bytes back when the connection is closed', async () => {
    const { address } = await listen({ SVC_MAX_KEY_BODIES_MB: '20' });
    for (let round = 0; round < 5; round += 1) {
      const socket = connect(Number(new URL(address).port));
      socket.on('error', () => undefined);
      socket.write(`${head(8_000_000, key).join('\r\n')}\r\n\r\nhalf`);
      await sleep(50);
      socket.destroy();
      await sleep(50);
    }
    const last = await written(address, head(3, key), 'abc');
    await expect.poll(() => last().split(' ')[1]).toBe('502');
  });
});
