import { PassThrough, Writable } from 'node:stream';
import { afterAll, describe, expect, test } from 'vitest';
import { createBoundedLog, flushLog } from '../src/observe/log-stream.js';
import { formatLogLine } from '../src/observe/log-text.js';
import { terminalStyleOf } from '../src/observe/terminal-text.js';
import { endAll, start } from './helpers/command-line.js';

afterAll(endAll);

const plain = terminalStyleOf({});
const entry = { level: 30, time: 0, pid: 1, hostname: 'h', request_id: 'r-1' };

function text(fields: object): string {
  return formatLogLine(`${JSON.stringify({ ...entry, ...fields })}\n`, plain).replace(/^\d\d:\d\d:\d\d /, '');
}

describe('the text format of the log', () => {
  test('shows the result of a request', () => {
    const request = { msg: 'request', method: 'POST', path: '/api/v1/beta/search', status: 200, ms: 12, pages: 2 };
    expect(text({ ...request, rows: 20 })).toBe('POST /api/v1/beta/search 200 12 ms, 20 rows from 2 pages\n');
  });

  test('shows why a request failed, and its id', () => {
    const request = { msg: 'request', method: 'POST', path: '/x', status: 502, ms: 3, code: 'upstream_captcha' };
    expect(text({ ...request, reason: 'status_429' })).toBe('POST /x 502 upstream_captcha 3 ms, status_429, id r-1\n');
  });

  test('shows the fields of any other event without control characters', () => {
    expect(text({ level: 40, msg: 'gone', code: 'E\u001B[2J', list: [1] })).toBe('warn gone code=E [2J\n');
  });

  test('shows the stack of an internal error', () => {
    expect(text({ level: 50, msg: 'internal error', err: { stack: 'Error: x\n    at y' } })).toBe(
      'error internal error\n  Error: x\n      at y\n',
    );
  });

  test('omits what the startup message has shown, and keeps lines that are not JSON', () => {
    expect(text({ msg: 'started', SVC_PORT: 1 })).toBe('');
    expect(formatLogLine('plain text\n', plain)).toBe('plain text\n');
  });
});

/** An output whose reader takes nothing until `read` is called. */
function stalled() {
  const waiting: (() => void)[] = [];
  const lines: string[] = [];
  const output = new Writable({
    write(line, _, done) {
      lines.push(`${line}`);
      waiting.push(done);
    },
  });
  const read = async () => {
    while (output.writableLength > 0) {
      waiting.shift()?.();
      await new Promise(setImmediate);
    }
  };
  return { output, lines, read };
}

test('a log that nobody reads holds at most 4 MB, and says later how many lines were dropped', async () => {
  const { output, lines, read } = stalled();
  const log = createBoundedLog(output, (line) => line);
  for (let count = 0; count < 10; count++) log.write(`${'x'.repeat(999_999)}\n`);
  expect(output.writableLength).toBe(5_000_000);
  await read();
  log.write('last\n');
  await read();
  expect(lines.length).toBe(7);
  expect(JSON.parse(lines[5] ?? '')).toMatchObject({ level: 40, lines: 5, msg: expect.stringContaining('dropped') });
  expect(lines[6]).toBe('last\n');
});

test('the end of the process waits for the log only for a moment', async () => {
  const { output, read } = stalled();
  output.write('a line\n');
  const began = performance.now();
  await flushLog({ stderr: output });
  expect(performance.now() - began).toBeLessThan(2_000);
  await read();
  await flushLog({ stderr: output });
  await flushLog({ stderr: new PassThrough().destroy() });
});

describe.each(['json', 'text'])('a service whose log as %s nobody reads', (format) => {
  test('answers, and ends after SIGTERM', async () => {
    const { child, output, ended } = start(['serve'], { SVC_LOG_FORMAT: format, SVC_API_KEYS: 'a-key-of-this-test' });
    child.stderr?.removeAllListeners('data').pause();
    await expect.poll(() => output.out, { timeout: 20_000 }).toContain('http://');
    const [address = ''] = /http:\/\/[\d.]+:\d+/.exec(output.out) ?? [];
    for (let count = 0; count < 300; count++) {
      const answer = await fetch(`${address}/api/v1/${'x'.repeat(4_000)}${count}`); // 1.2 MB of the log
      expect(answer.status).toBe(404);
      await answer.text();
    }
    const began = performance.now();
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    expect(await exited).toBe(0);
    expect(performance.now() - began).toBeLessThan(5_000);
    child.stderr?.resume();
    await ended;
  }, 40_000);
});
