import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { test } from 'vitest';

test('CLI.md is what the commands say of themselves', async () => {
  const script = fileURLToPath(new URL('../scripts/cli-reference.mjs', import.meta.url));
  await promisify(execFile)(process.execPath, [script, '--check']);
});
