import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Calls a function after a test. */
export type AfterTest = (clean: () => Promise<void>) => void;

/** Creates a folder that is removed after the test. A concurrent test must pass `onTestFinished` of its context. */
export async function temporaryFolder(afterTest: AfterTest = onTestFinished): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-test-'));
  afterTest(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
