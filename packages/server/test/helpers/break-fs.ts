import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { type MockInstance, onTestFinished, vi } from 'vitest';

/** A failing function of `node:fs/promises`. */
interface Broken {
  spy: MockInstance;
  /** Restores the function before the test ends. */
  restore(): void;
}

/** Makes a file system function fail during one test, as a faulty disk would. */
export function breakFs(name: 'access' | 'readFile' | 'rename' | 'writeFile', code: string): Broken {
  const spy = vi
    .spyOn(fs.promises, name)
    .mockImplementation(() => Promise.reject(Object.assign(new Error(code), { code })));
  const restore = () => {
    spy.mockRestore();
    syncBuiltinESMExports();
  };
  syncBuiltinESMExports();
  onTestFinished(restore);
  return { spy, restore };
}
