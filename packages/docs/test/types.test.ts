import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { documents } from './blocks/documents.js';
import { readBlocks } from './blocks/read-blocks.js';
import { makeWorkspace } from './blocks/workspace.js';

const require = createRequire(import.meta.url);
const folder = makeWorkspace();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** As in a program for Node.js: with its own types of `fetch`, not those of browsers. */
const compilerOptions = {
  ...{ strict: true, noEmit: true, skipLibCheck: true },
  ...{ module: 'nodenext', target: 'es2023', lib: ['es2023'], types: ['node'] },
};

it('the programs in READMEs and guides compile in TypeScript with `strict`', async () => {
  const blocks = documents()
    .flatMap(({ path, markdown }) => readBlocks(path, markdown))
    .filter(({ language }) => language === 'js' || language === 'ts');
  const types = dirname(require.resolve('@types/node/package.json'));
  mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
  symlinkSync(types, join(folder, 'node_modules/@types/node'), 'dir');
  const sources = blocks.map((block, index) => ({ ...block, file: `block-${index}.mts` }));
  for (const { file, text } of sources) writeFileSync(join(folder, file), `${text}\nexport {};\n`);
  const files = sources.map(({ file }) => file);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const faults = (await compile()).split('\n').filter((line) => line.startsWith('block-'));
  const named = faults.map((fault) => {
    const source = sources.find(({ file }) => fault.startsWith(`${file}(`));
    return `${source?.document} line ${source?.line}: ${fault}`;
  });
  expect(named).toEqual([]);
});

/** The output of the compiler. */
function compile(): Promise<string> {
  const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');
  return new Promise((resolve) => {
    execFile(process.execPath, [tsc, '-p', folder], { cwd: folder, maxBuffer: 1e8 }, (_, stdout) => resolve(stdout));
  });
}
