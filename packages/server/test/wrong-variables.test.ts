import { afterAll, expect, onTestFinished, test } from 'vitest';
import { readConfig, startService } from '../src/index.js';
import { endAll, run, runHere, settingNames } from './helpers/command-line.js';
import { environment } from './helpers/service.js';

afterAll(endAll);

const address = 'http://user:Zq7-word@h.test:1/x?token=Zq7-word';

test('svc doctor shows an address in any wrong variable without its credentials', async () => {
  const everywhere = Object.fromEntries(settingNames().map((name) => [name, address]));
  const { out, err } = await runHere(['doctor', '--no-search'], everywhere);
  expect(out.match(/✗ config/g)?.length).toBeGreaterThan(50);
  expect(out + err).not.toContain('Zq7');
});

test('errors about files and hosts show an address without its credentials', async () => {
  const env = { SVC_API_KEYS: 'a-key-of-a-caller', SVC_PROXIES_FILE: address, SVC_HOST: address };
  const { out } = await runHere(['doctor', '--no-search'], env);
  expect(out).toMatch(/✗ proxies +http:\/\/\*\*\*@h\.test:1\/x\?\*\*\* cannot be used/);
  expect(out).toMatch(/✗ port .*h\.test/);
  const { SVC_PROXIES_FILE: _, ...others } = env;
  const { err } = await run(['serve'], others);
  expect(err).toMatch(/h\.test/);
  expect(out + err).not.toContain('Zq7');
});

test('the log of the start has no credentials of addresses', async () => {
  const lines: string[] = [];
  const env = { SVC_PORT: '0', SVC_LOG_LEVEL: 'info', SVC_PUBLIC_URL: 'https://user:Zq7-word@search.test' };
  const service = await startService(readConfig({ ...environment, ...env }), {
    logTo: { write: (line) => lines.push(line) },
  });
  onTestFinished(() => service.stop());
  expect(lines.join()).toContain('https://***@search.test');
  expect(lines.join()).not.toContain('Zq7');
});

test.each([
  ['http://user:p@ss/word@h.test/x?key=1', 'http://***@h.test/x?***'],
  ['http://only-user@h.test', 'http://***@h.test'],
  ['user:word@h.test:80', '***@h.test:80'],
  ['/home/me/http:/user:word@h.test', '/home/me/http:/***@h.test'],
  ['{"address":"http://h.test/?key=1"}', '{"address":"http://h.test/?***'],
  ['http://h.test/x', 'http://h.test/x'],
  ['/srv/me@home/a:b', '/srv/me@home/a:b'],
  ['/srv/a:b@home', '/srv/a:b@home'],
  ['me@home', 'me@home'],
  ['what?', 'what?'],
])('%j is shown as %j', (value, expected) => {
  expect(() => readConfig({ ...environment, SVC_PORT: value })).toThrow(`not "${expected}"`);
});
