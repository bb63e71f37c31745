import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { ConfigError, readConfig, startService } from '../src/index.js';
import { endAll, settingNames, start } from './helpers/command-line.js';
import { environment } from './helpers/service.js';

afterAll(endAll);

const { SVC_API_KEYS: apiKey = '', SVC_REPLAY_FOLDER: folder = '' } = environment;
const thisFile = fileURLToPath(import.meta.url);
const needed = { SVC_API_KEYS: apiKey, SVC_REPLAY_FOLDER: folder };

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

test('everything but the keys has a default', () => {
  expect(readConfig(needed)).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    adapter: ['replay'],
    cache: 'off',
    cacheSeconds: 3600,
    rateLimit: 100,
    logLevel: 'info',
    logQueries: false,
    proxies: [],
  });
});

test('an empty variable counts as unset', () => {
  expect(readConfig({ ...needed, SVC_PORT: '', SVC_LOG_QUERIES: '' })).toMatchObject({ port: 8080, logQueries: false });
});

test('one message lists every error and shows no secret', () => {
  const env = {
    SVC_PORT: '99999',
    SVC_ADAPTER: 'carrier-pigeon',
    SVC_API_KEYS: 'geheim',
    SVC_PROXIES: 'http://user:geheim@host:port',
    SVC_LOG_QUERIES: 'yes',
    SVC_RATE_LIMTI: '5',
  };
  const faults = faultsOf(env);
  expect(faults).toEqual([
    'SVC_PORT must be a whole number from 0 to 65535, not "99999"',
    expect.stringMatching(
      /^SVC_ADAPTER must be one of simulated, replay, http, impit, browser, .*, not "carrier-pigeon"$/,
    ),
    'SVC_PROXIES must be a comma-separated list of addresses such as http://user:password@host:port',
    'SVC_API_KEYS must be a comma-separated list of keys (8 to 256 visible characters) or id:sha256 pairs',
    'SVC_LOG_QUERIES must be true or false, not "yes"',
    'SVC_RATE_LIMTI is unknown; did you mean SVC_RATE_LIMIT?',
  ]);
  expect(() => readConfig(env)).toThrow(`The configuration has 6 faults:\n  - ${faults[0]}\n`);
});

describe('settings that conflict', () => {
  test.each([
    [{ SVC_REPLAY_FOLDER: folder }, 'SVC_API_KEYS must name at least one key'],
    [
      { SVC_API_KEYS: apiKey, SVC_REPLAY_FOLDER: 'no/such/folder' },
      'SVC_REPLAY_FOLDER must be a folder for SVC_ADAPTER=replay; "no/such/folder" is not one (SVC_ADAPTER=http fetches from the engines)',
    ],
    [{ ...needed, SVC_GATEWAY: 'http://127.0.0.1:1' }, 'SVC_GATEWAY needs http, impit or browser in SVC_ADAPTER'],
    [{ ...needed, SVC_GATEWAY: 'nowhere' }, 'SVC_GATEWAY must be an address with http:, https:'],
    [{ ...needed, SVC_GATEWAY: 'http://' }, 'SVC_GATEWAY must be an address with http:, https:'],
    [{ ...needed, SVC_RECORD_FOLDER: thisFile }, `SVC_RECORD_FOLDER must be a folder; "${thisFile}" is not one`],
    [
      { ...needed, SVC_ADAPTER: './no/such/adapter.mjs' },
      'SVC_ADAPTER must name a module that is a file; "./no/such/adapter.mjs" is not one',
    ],
    [
      { ...needed, SVC_ADAPTER: 'chain:http,browser' },
      'SVC_ADAPTER=browser needs either SVC_BROWSER_PATH or SVC_BROWSER_CDP_URL',
    ],
    [
      { ...needed, SVC_ADAPTER: 'browser', SVC_BROWSER_PATH: thisFile, SVC_BROWSER_CDP_URL: 'ws://127.0.0.1:1' },
      'SVC_ADAPTER=browser needs either SVC_BROWSER_PATH or SVC_BROWSER_CDP_URL',
    ],
    [
      { ...needed, SVC_ADAPTER: 'browser', SVC_BROWSER_PATH: folder },
      `SVC_BROWSER_PATH must be a file; "${folder}" is not one`,
    ],
    [{ ...needed, SVC_ADAPTER: 'unblocker' }, 'SVC_ADAPTER=unblocker needs SVC_UNBLOCKER_FILE'],
    [
      { ...needed, SVC_ADAPTER: 'unblocker', SVC_UNBLOCKER_FILE: folder },
      `SVC_UNBLOCKER_FILE must be a file; "${folder}" is not one`,
    ],
    [{ ...needed, SVC_KEEP_FOLDER: thisFile }, `SVC_KEEP_FOLDER must be a folder; "${thisFile}" is not one`],
    [{ ...needed, SVC_KEEP_FOLDER: `${thisFile}/x` }, `SVC_KEEP_FOLDER must be a folder; "${thisFile}/x" is not one`],
    [
      { ...needed, SVC_REPLAY_FOLDER: `${thisFile}/x` },
      `SVC_REPLAY_FOLDER must be a folder for SVC_ADAPTER=replay; "${thisFile}/x" is not one (SVC_ADAPTER=http fetches from the engines)`,
    ],
    [{ ...needed, SVC_PLACES_FILE: folder }, `SVC_PLACES_FILE must be a file; "${folder}" is not one`],
    [
      { ...needed, SVC_DISABLED_API_KEYS: apiKey },
      expect.stringMatching(
        /^the key id "key-[\da-f]{8}" is given more than once in SVC_API_KEYS and SVC_DISABLED_API_KEYS$/,
      ),
    ],
  ])('%o', (env, fault) => {
    expect(faultsOf(env)).toEqual([fault]);
  });

  test('the replay folder is not required by other adapters', () => {
    expect(
      readConfig({ SVC_API_KEYS: apiKey, SVC_ADAPTER: 'http', SVC_REPLAY_FOLDER: 'no/such/folder' }),
    ).toMatchObject({
      adapter: ['http'],
    });
  });
});

test.each([
  ['http', ['http']],
  ['chain:http, unblocker', ['http', 'unblocker']],
  [thisFile.replace(/ts$/, 'js'), undefined],
  ['chain:http,http', undefined],
  ['chain:', undefined],
  ['http,browser', undefined],
])('SVC_ADAPTER=%s selects %o', (text, ways) => {
  const env = { ...needed, SVC_ADAPTER: text, SVC_UNBLOCKER_FILE: thisFile };
  if (ways === undefined) expect(faultsOf(env)).toHaveLength(1);
  else expect(readConfig(env).adapter).toEqual(ways);
});

test('the folder for kept pages does not have to exist', () => {
  expect(readConfig({ ...needed, SVC_KEEP_FOLDER: 'no/such/folder' })).toMatchObject({
    keepFolder: 'no/such/folder',
    keepLimit: 100,
  });
});

test.each([
  ['[::1]', '::1'],
  ['[::FFFF:127.0.0.1]', '::FFFF:127.0.0.1'],
  ['::', '::'],
  ['[example]', '[example]'],
])('the host %s, in brackets as in a URL or not, means %s', (SVC_HOST, host) => {
  expect(readConfig({ ...needed, SVC_HOST }).host).toBe(host);
});

test('variables of other programs are ignored', () => {
  expect(faultsOf({ ...needed, SVC_SERVICE_HOST: '10.0.0.1', PATH: '/bin' })).toEqual([]);
});

test('keys are stored as digests only', () => {
  const digest = createHash('sha256').update('another-key').digest('hex');
  const { apiKeys } = readConfig({ ...needed, SVC_API_KEYS: `${apiKey}, team-a:${digest.toUpperCase()}` });
  expect(apiKeys.map(({ id, disabled }) => ({ id, disabled }))).toEqual([
    { id: expect.stringMatching(/^key-[\da-f]{8}$/), disabled: false },
    { id: 'team-a', disabled: false },
  ]);
  expect(apiKeys[1]?.secrets[0]?.digest.toString('hex')).toBe(digest);
});

test('the logged configuration contains no secret', async () => {
  const config = readConfig({
    ...{ ...needed, SVC_PORT: '0' },
    SVC_ADAPTER: 'http',
    SVC_PROXIES: 'http://user:geheim@proxy.example:8000',
    SVC_GATEWAY: 'http://geheim@gateway.example',
    SVC_UNBLOCKER_KEY: 'geheim',
  });
  let logged = '';
  const service = await startService(config, { logTo: { write: (line) => (logged += line) } });
  await service.stop();
  const started = JSON.parse(logged.split('\n').find((line) => line.includes('"msg":"started"')) ?? '{}');
  const shown = Object.fromEntries(Object.entries(started).filter(([name]) => name.startsWith('SVC_')));
  expect(Object.keys(shown).sort()).toEqual(settingNames().sort());
  expect(shown).toMatchObject({
    SVC_PROXIES: '1 (not shown)',
    SVC_GATEWAY: '(not shown)',
    SVC_API_KEYS: '1 (not shown)',
    SVC_PORT: 0,
  });
  expect(JSON.stringify(shown)).not.toMatch(/geheim|digest/);
});

test('an invalid value does not hide conflicts of other settings, and its default causes none', () => {
  const faultsOf = (env: Record<string, string>) => {
    try {
      readConfig({ ...needed, ...env });
    } catch (error) {
      if (error instanceof ConfigError) return error.faults.map((fault) => fault.split(' ')[0]);
      throw error;
    }
    return [];
  };
  expect(faultsOf({ SVC_PORT: 'x', SVC_PLACES_FILE: '/nope' })).toEqual(['SVC_PORT', 'SVC_PLACES_FILE']);
  expect(faultsOf({ SVC_API_KEYS: 'short', SVC_CACHE: 'redis' })).toEqual(['SVC_API_KEYS', 'SVC_CACHE=redis']);
  expect(faultsOf({ SVC_ADAPTER: 'magic', SVC_REPLAY_FOLDER: '/nope' })).toEqual(['SVC_ADAPTER']);
});

test('unknown variables are logged at startup, with the most similar name, if any', async () => {
  const env = { SVC_ZZZ: '1', SVC_BATCH_SECONDS: '1', SVC_DEBUG: '1', SVC_LOG_LEVEL: 'warn' };
  const { child, output, ended } = start(['serve'], env);
  await expect.poll(() => output.out).toContain('svc listens');
  child.kill('SIGTERM');
  const warnings = (await ended).err.trim().split('\n');
  expect(warnings.map((line) => JSON.parse(line).msg)).toEqual([
    'SVC_ZZZ is unknown and has no effect',
    expect.stringMatching(/^SVC_BATCH_SECONDS is unknown and has no effect; the most similar name is SVC_/),
  ]);
});

test.each([undefined, null, 'SVC_PORT=80'])('readConfig refuses the environment %j', (env) => {
  expect(() => readConfig(env as never)).toThrow(
    new TypeError('readConfig takes environment variables, such as process.env'),
  );
});

test.each([
  [undefined, 'host'],
  [{ SVC_PORT: '0' }, 'host'],
  [{ host: '127.0.0.1' }, 'port'],
])('startService names a setting that the configuration %j lacks', async (config, missing) => {
  const message = `The configuration has no ${missing}; readConfig() makes a whole one`;
  await expect(startService(config as never)).rejects.toThrow(new TypeError(message));
});
