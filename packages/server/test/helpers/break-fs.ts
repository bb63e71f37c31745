import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { type MockInstance, onTestFinished, vi } from 'vitest';

/** A function of `node:fs/promises` that fails. */
interface Broken {
  spy: MockInstance;
  /** Has it work again before the test is over. */
  mend(): void;
}

/** Makes a function of the file system fail for one test, as the disk would. */
export function breakFs(name: 'access' | 'readFile' | 'rename' | 'writeFile', code: string): Broken {
  const spy = vi
    .spyOn(fs.promises, name)
    .mockImplementation(() => Promise.reject(Object.assign(new Error(code), { code })));
  const mend = () => {
    spy.mockRestore();
    syncBuiltinESMExports();
  };
  syncBuiltinESMExports();
  onTestFinished(mend);
  return { spy, mend };
}
