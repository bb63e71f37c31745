import { afterAll, expect, test } from 'vitest';
import { endAll, run, start } from './helpers/command-line.js';

afterAll(endAll);

const sdk = '@modelcontextprotocol/sdk';
const key = 'key-of-the-test-without-mcp';

/** Node.js options under which a package cannot be found, as if it were not installed. */
function without(name: string): Record<string, string> {
  const hooks = `export const resolve = (wanted, context, next) => {
    if (!wanted.startsWith('${name}')) return next(wanted, context);
    throw Object.assign(new Error('Cannot find package ' + wanted), { code: 'ERR_MODULE_NOT_FOUND' });
  };`;
  const inUrl = (script: string) => `data:text/javascript,${encodeURIComponent(script)}`;
  const register = `import { register } from 'node:module'; register(${JSON.stringify(inUrl(hooks))});`;
  return { NODE_OPTIONS: `--import=${inUrl(register)}` };
}

test('without the SDK, /mcp explains what to install, and everything else works', async () => {
  const { child, output, ended } = start(['serve'], { ...without(sdk), SVC_API_KEYS: key });
  await expect.poll(() => output.out, { timeout: 150_000, interval: 100 }).toContain('gamma/search');
  const url = /svc listens on (\S+)/.exec(output.out)?.[1] ?? '';
  const send = (path: string, body: object) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify(body),
    });
  const answer = await send('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/problem+json; charset=utf-8']);
  expect(await answer.json()).toMatchObject({
    code: 'not_found',
    detail: expect.stringContaining(`npm install ${sdk}`),
  });
  expect((await send('/api/v1/gamma/search', { query: 'river' })).status).toBe(200);
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
});

test('without the SDK, svc mcp explains what to install in one line', async () => {
  const { code, out, err } = await run(['mcp'], without(sdk));
  expect([code, out]).toEqual([1, '']);
  expect(err).toMatch(new RegExp(`^[^\\n]*npm install ${sdk}[^\\n]*\\n$`));
});
