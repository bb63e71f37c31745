import { execFile } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { readConfig, startService } from '../src/index.js';
import { endAll, runHere } from './helpers/command-line.js';
import { environment, testService } from './helpers/service.js';
import { temporaryFolder } from './helpers/temporary.js';

const run = promisify(execFile);
const cli = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
afterAll(endAll);

const keysIn = async (path: string): Promise<{ id: string }[]> => JSON.parse(await readFile(path, 'utf8')).keys;

describe('commands that change a key file', () => {
  test('lose no key if they run concurrently', async () => {
    const path = join(await temporaryFolder(), 'keys.json');
    const ids = ['b', 'c', 'd'];
    await Promise.all(
      ids.map((id) => run(process.execPath, [cli, 'keys', 'create', '--file', path, '--id', id, '--name', id])),
    );
    expect((await keysIn(path)).map(({ id }) => id).sort()).toEqual(ids);
    expect(await readdir(dirname(path))).toEqual(['keys.json']);
  });

  test('leave it unchanged if the disk fills up during a write', async () => {
    const path = join(await temporaryFolder(), 'keys.json');
    const made = await runHere(['keys', 'create', '--file', path, '--name', 'x'.repeat(200)]);
    expect(made.err).toBe('');
    const [record] = await keysIn(path);
    const keys = Array.from({ length: 20 }, (_, number) => ({ ...record, id: `key-${number}` }));
    const text = JSON.stringify({ version: 1, keys });
    await writeFile(path, text);
    // A file size limit of 4 KiB lets part of the write succeed, as on a disk that fills up.
    const deaf = ['--import', 'data:text/javascript,process.on("SIGXFSZ", () => undefined)'];
    const create = [...deaf, cli, 'keys', 'create', '--file', path, '--name', 'b'];
    const command = 'ulimit -f 8; exec "$@"';
    await expect(run('sh', ['-c', command, 'sh', process.execPath, ...create])).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('(EFBIG)'),
    });
    expect(await readFile(path, 'utf8')).toBe(text);
    expect(await readdir(dirname(path))).toEqual(['keys.json']);
  });
});

describe('a service with a key file', () => {
  test('reports outdated keys in /readyz, log and metrics, and keeps using them', async () => {
    const path = join(await temporaryFolder(), 'keys.json');
    const keys = { SVC_API_KEYS: '', SVC_DISABLED_API_KEYS: '', SVC_KEYS_FILE: path };
    const faults: string[] = [];
    const config = readConfig({ ...environment, ...keys, SVC_PORT: '0', SVC_LOG_LEVEL: 'error' });
    const { address, stop } = await startService(config, { logTo: { write: (line) => faults.push(line) } });
    onTestFinished(() => stop());
    const ready = async () => (await fetch(`${address}/readyz`)).json();
    const stale = async () => /^svc_keys_stale (\d)$/m.exec(await (await fetch(`${address}/metrics`)).text())?.[1];
    expect(await ready()).toEqual({ status: 'ready', keys: 'none' });
    const made = await runHere(['keys', 'create', '--file', path, '--name', 'a', '--json']);
    const { secret } = JSON.parse(made.out);
    const account = async () => (await fetch(`${address}/api/v1/account`, { headers: { 'x-api-key': secret } })).status;
    await expect.poll(account).toBe(200);
    expect([await ready(), await stale()]).toEqual([{ status: 'ready', keys: 'current' }, '0']);
    await rm(path);
    await expect.poll(ready).toEqual({ status: 'ready', keys: 'stale' });
    expect([await account(), await stale()]).toEqual([200, '1']);
    expect(faults.map((line) => JSON.parse(line).msg)).toEqual([
      'the keys could not be reloaded; the previous ones stay valid',
    ]);
  });

  test('does not mention keys in /readyz if all come from the environment', async () => {
    expect((await testService().app.inject('/readyz')).json()).toEqual({ status: 'ready' });
  });

  test('does not start if the folder of the key file does not exist', async () => {
    const path = join(await temporaryFolder(), 'nowhere', 'keys.json');
    const start = () => readConfig({ ...environment, SVC_KEYS_FILE: path });
    expect(start).toThrow(`SVC_KEYS_FILE must be in an existing folder; "${path}" is not`);
  });

  test('does not start with an incomplete key file', async () => {
    const path = join(await temporaryFolder(), 'keys.json');
    await writeFile(path, '{"version":1,"keys":[');
    await expect(startService(readConfig({ ...environment, SVC_KEYS_FILE: path, SVC_PORT: '0' }))).rejects.toThrow(
      'SVC_KEYS_FILE must be a file of keys',
    );
  });
});
