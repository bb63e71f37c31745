import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';

const run = promisify(execFile);
const own = fileURLToPath(new URL('..', import.meta.url));
const compiler = join(own, '../../node_modules/typescript/bin/tsc');

/** A project with this package as installed, without its optional peers. */
const project = mkdtempSync(join(tmpdir(), 'svc-client-peers-'));
afterAll(() => rmSync(project, { recursive: true, force: true }));
const modules = join(project, 'node_modules');
mkdirSync(join(modules, '@svc/client'), { recursive: true });
for (const part of ['dist', 'package.json'])
  cpSync(join(own, part), join(modules, '@svc/client', part), { recursive: true });
symlinkSync(join(own, 'node_modules/openapi-fetch'), join(modules, 'openapi-fetch'), 'dir');

const compilerOptions = {
  ...{ strict: true, noEmit: true, skipLibCheck: false, exactOptionalPropertyTypes: true },
  ...{ module: 'nodenext', target: 'es2023', types: [] },
};

/** What the compiler reports about the types of this package. */
async function faultsOf(program: string): Promise<string[]> {
  writeFileSync(join(project, 'program.mts'), program);
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.mts'] }));
  const { stdout } = await run(process.execPath, [compiler, '-p', project], { cwd: project }).catch((error) => error);
  return stdout.split('\n').filter((line: string) => /@svc\/client|^program/.test(line));
}

test('a program without the optional packages compiles with skipLibCheck: false', async () => {
  const client = `import { createClient } from '@svc/client';
    export const svc = createClient({ baseUrl: 'http://127.0.0.1:8080', apiKey: undefined });`;
  const tools = `import { openaiTool, webSearch } from '@svc/client/ai';
    export const answers = [webSearch(svc, { query: 'tides' }), openaiTool()];`;
  expect(await faultsOf(`${client}\n${tools}`)).toEqual([]);
}, 60_000);

test.each([
  ['vercelTool', 'ai'],
  ['langchainTool', '@langchain/core'],
])('%s says that its package is not installed', async (name, missing) => {
  const program = `import { ${name} } from '@svc/client/ai';
    await ${name}({}).catch((error) => console.log(error.message));`;
  writeFileSync(join(project, 'program.mjs'), program);
  const { stdout } = await run(process.execPath, ['program.mjs'], { cwd: project });
  expect(stdout).toBe(`The tool needs a package that is not installed: npm install ${missing}\n`);
});
