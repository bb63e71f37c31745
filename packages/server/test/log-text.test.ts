import { describe, expect, test } from 'vitest';
import { formatLogLine } from '../src/observe/log-text.js';
import { terminalStyleOf } from '../src/observe/terminal-text.js';

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
