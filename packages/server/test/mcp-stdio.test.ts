import { fileURLToPath } from 'node:url';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectAgent, textOf } from './helpers/agent.js';
import { type Engines, startEngines } from './helpers/engines.js';
import { key } from './helpers/service.js';

const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url));

let engines: Engines;
beforeAll(async () => {
  engines = await startEngines();
});
afterAll(() => engines.close());

/** An agent that starts the built command, and the command's standard error. */
async function agentOf(args: string[], env: Record<string, string>) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cli, 'mcp', ...args],
    env: { PATH: process.env.PATH ?? '', ...env },
    stderr: 'pipe',
  });
  const log = { text: '' };
  transport.stderr?.on('data', (data) => {
    log.text += data;
  });
  const ended = new Promise<void>((resolve) => {
    transport.onclose = resolve;
  });
  const agent = await connectAgent(transport).catch((error: unknown) => {
    throw new Error(log.text, { cause: error });
  });
  return { ...agent, log, ended };
}

describe('svc mcp', { timeout: 120_000 }, () => {
  test('searches in its own process, and logs only to standard error', async () => {
    const { client, call, log } = await agentOf([], {
      SVC_MCP_TOOLS: 'all',
      SVC_ADAPTER: 'http',
      SVC_GATEWAY: engines.simulator.origin,
    });
    expect((await client.listTools()).tools).toHaveLength(8);
    const answer = await call('gamma_search', { query: 'ferry of an agent' });
    expect((answer.structuredContent as { results: object[] }).results.length).toBeGreaterThan(0);
    const failed = await call('gamma_search', { query: 'ferry sim:captcha' });
    expect([failed.isError, textOf(failed)]).toEqual([true, expect.stringContaining('upstream_captcha')]);
    await client.close();
    expect(log.text).toContain('/api/v1/gamma/search');
    expect(log.text).not.toMatch(/svc_[0-9a-f]{32}|ferry/);
  });

  test('uses another service with --url', async () => {
    const { client, call } = await agentOf(['--url', engines.address], { SVC_KEY: key, SVC_MCP_TOOLS: 'all' });
    const answer = await call('beta_search', { query: 'ferry from afar', num: 20 });
    expect((answer.structuredContent as { results: object[] }).results).toHaveLength(20);
    await client.close();
    expect(engines.simulator.requests.some(({ query }) => query === 'ferry from afar')).toBe(true);
  });

  test.each([
    ['no key', ['--url', 'http://127.0.0.1:9'], {}, /SVC_KEY/],
    ['an invalid URL', ['--url', 'nowhere'], { SVC_KEY: key }, /--url must be an address/],
    ['a wrong setting', [], { SVC_ADAPTER: 'nothing' }, /SVC_ADAPTER/],
  ])('reports an error without a stack: %s', async (_name, args, env, expected) => {
    const error = await agentOf(args, env).then(
      () => new Error('It started'),
      (reason: Error) => reason,
    );
    expect(error.message).toMatch(expected);
    expect(error.message).not.toMatch(/^ +at /m);
  });
});
