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
mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
symlinkSync(dirname(require.resolve('@types/node/package.json')), join(folder, 'node_modules/@types/node'), 'dir');
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
  const sources = blocks.map((block, index) => ({ ...block, file: `block-${index}.mts` }));
  for (const { file, text } of sources) writeFileSync(join(folder, file), `${text}\nexport {};\n`);
  const files = sources.map(({ file }) => file);
  const faults = await faultsIn(files);
  const named = faults.map((fault) => {
    const source = sources.find(({ file }) => fault.startsWith(`${file}(`));
    return `${source?.document} line ${source?.line}: ${fault}`;
  });
  expect(named).toEqual([]);
});

/** Lists the optional properties of arguments that do not accept undefined, by function, as keys that are missing here. */
const optionsProgram = `
import * as client from '@svc/client';
import * as ai from '@svc/client/ai';
import * as fetchers from '@svc/fetchers';
import * as parsers from '@svc/parsers';
import type { DocumentOptions } from '@svc/parsers/document';

/** What is no options object. */
type Leaf =
  | (string | number | boolean | null | undefined | readonly unknown[] | ((...given: never[]) => unknown))
  | (Uint8Array | Error | client.Problem);
type Refusing<T> = T extends Leaf
  ? never
  : { [Key in keyof T]-?: object extends Pick<T, Key> ? (undefined extends Required<T>[Key] ? never : Key & string) : never }[keyof T];
type Refused<Module> = {
  [Name in keyof Module & string]: Module[Name] extends (...given: infer Given) => unknown
    ? \`\${Name}: \${Refusing<Given[number]>}\`
    : never;
}[keyof Module & string];

export const refused: Record<
  | Refused<typeof client>
  | Refused<client.SvcClient>
  | Refused<typeof ai>
  | Refused<typeof fetchers>
  | Refused<fetchers.Fetcher>
  | Refused<typeof parsers>
  | \`DocumentOptions: \${Refusing<DocumentOptions>}\`
  | \`limits: \${Refusing<fetchers.FetcherOptions['limits']>}\`
  | \`budget: \${Refusing<fetchers.FetcherOptions['budget']>}\`
  | \`circuit: \${Refusing<fetchers.FetcherOptions['circuit']>}\`
  | \`BatchLine: \${Refusing<client.BatchLine>}\`
  | \`ChainStep: \${Refusing<fetchers.ChainStep>}\`
  | \`ProxyServer: \${Refusing<fetchers.ProxyServer>}\`
  | \`Usable: \${Refusing<fetchers.Usable<unknown>>}\`
  | \`Unusable: \${Refusing<fetchers.Unusable>}\`,
  never
> = {};
`;

it('options accept undefined under `exactOptionalPropertyTypes`', async () => {
  writeFileSync(join(folder, 'options.mts'), optionsProgram);
  expect(await faultsIn(['options.mts'], { exactOptionalPropertyTypes: true })).toEqual([]);
});

/** What the compiler reports in these files. */
async function faultsIn(files: readonly string[], more: object = {}): Promise<string[]> {
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...compilerOptions, ...more }, files }),
  );
  return (await compile()).split('\n').filter((line) => files.some((file) => line.startsWith(`${file}(`)));
}

/** The output of the compiler. */
function compile(): Promise<string> {
  const tsc = join(dirname(require.resolve('typescript/package.json')), 'bin/tsc');
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [tsc, '-p', folder, '--noErrorTruncation'],
      { cwd: folder, maxBuffer: 1e8 },
      (_, stdout) => resolve(stdout),
    );
  });
}
