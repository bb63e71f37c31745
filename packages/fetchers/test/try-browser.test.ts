import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FetchError, tryBrowser } from '../src/index.js';
import { browserProcesses, chromium, noChromium } from './support/chromium.js';

if (noChromium) it.skip(noChromium, () => {});

async function program(script: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'browser-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'browser');
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
  return file;
}

describe('trying a browser', () => {
  it.skipIf(noChromium)('returns its version, and leaves no process', async () => {
    expect(await tryBrowser(chromium)).toMatch(/^Chrome\/\d+(?:\.\d+){3}$/);
    expect(browserProcesses()).toEqual([]);
  });

  it.each([
    [
      'the fatal error',
      'echo "[7:7:1128/08:ERROR:dbus/bus.cc:405] Failed to connect to the bus" >&2; ' +
        'echo "[7:7:1128/08:FATAL:zygote_host.cc:127] No usable sandbox! See https://a.example/b" >&2; ' +
        'echo "[7:7:1128/08:ERROR:dbus/bus.cc:405] Failed to connect to the bus" >&2; exit 1',
      'No usable sandbox! See <address>',
    ],
    ['the last line', 'echo "libnss3.so: cannot open shared object file" >&2; exit 127', 'libnss3.so: cannot open'],
    ['what to check if nothing is printed', 'exit 1', 'check its path, and its sandbox'],
  ])('says why it does not start: %s', async (_, script, reason) => {
    const error: unknown = await tryBrowser({ executablePath: await program(script) }).catch((fault: unknown) => fault);
    expect(error).toBeInstanceOf(FetchError);
    expect(error).toMatchObject({ code: 'misconfigured', message: expect.stringContaining(`started: ${reason}`) });
  });
});
