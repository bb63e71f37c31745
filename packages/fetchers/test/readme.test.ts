import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const home = fileURLToPath(new URL('..', import.meta.url));
const readme = readFileSync(join(home, 'README.md'), 'utf8');

/** The programs in the README, each under the heading before it. */
const programs = readme.split(/^#+ /m).flatMap((section) => {
  const heading = section.slice(0, section.indexOf('\n'));
  return Array.from(section.matchAll(/^```([jt]s)\n(.*?)^```/gms), ([, language = '', text = '']) => ({
    heading,
    language,
    text,
  }));
});

/** The expected output of each program, by a word in it. */
const proofs: Readonly<Record<string, { after?: string; output: RegExp }>> = {
  startSimulator: { output: /^https:\/\/\S+ 200 \d+ 1$/m },
  chainAdapter: { after: 'console.log(adapter.steps.length);', output: /^3$/m },
  "resolve('Austin, TX')": { output: /^Austin,Texas,United States https:\/\/\S+uule=/m },
  browserAdapter: {
    after: 'await fetcher.close(); console.log(Object.keys(landmarks).length > 0);',
    output: /^true$/m,
  },
  unblockerAdapter: { after: 'console.log(typeof adapter);', output: /^function$/m },
  unlockerAdapter: {
    after: `globalThis.fetch = async (address, { headers }) => new Response(address + ' ' + headers.authorization, { status: 203 });
      const page = await unlockerAdapter('k')({ url: 'https://engine.test/?q=tea' }, { signal: AbortSignal.timeout(9_000) });
      console.log(page.url, page.status, Buffer.from(page.body).toString());`,
    output:
      /^https:\/\/engine\.test\/\?q=tea 203 https:\/\/unlocker\.example\/v1\?url=https%3A%2F%2Fengine\.test%2F%3Fq%3Dtea k$/m,
  },
};

// Inside the package, so that it can import the package by name.
mkdirSync(join(home, '.work'), { recursive: true });
const folder = mkdtempSync(join(home, '.work', 'readme-'));
symlinkSync(join(home, '..', '..', 'fixtures'), join(folder, 'fixtures'));
copyFileSync(join(home, 'examples', 'unblockers', 'json.json'), join(folder, 'unblocker.json'));
afterAll(() => rmSync(folder, { recursive: true }));

it.each(programs.map((program, index) => ({ ...program, index })))(
  'the program under "$heading" runs',
  ({ language, text, index }) => {
    const [name, proof] = Object.entries(proofs).find(([word]) => text.includes(word)) ?? [];
    expect(name, 'its expected output is listed').toBeDefined();
    const parsers = new URL('../../parsers/dist/index.js', import.meta.url).href;
    const file = join(folder, `${index}.mjs`);
    const fixtures = new URL('../../../fixtures/dist/index.js', import.meta.url).href;
    const program = text.replace("'@svc/parsers'", `'${parsers}'`).replace("'@svc/fixtures'", `'${fixtures}'`);
    writeFileSync(file.replace(/js$/, language), `${program}\n${proof?.after ?? ''}`);
    if (language === 'ts') removeTypes(file.replace(/js$/, 'ts'));
    expect(execFileSync(process.execPath, [file], { cwd: folder, encoding: 'utf8' })).toMatch(proof!.output);
  },
);

/** Compiles `name.mts` to `name.mjs` beside it, without checking types: a test of the docs does that. */
function removeTypes(file: string): void {
  const options = ['--noCheck', '--module', 'esnext', '--moduleResolution', 'bundler', '--target', 'es2023'];
  execFileSync(join(home, 'node_modules', '.bin', 'tsc'), [...options, '--ignoreConfig', file]);
}

it('every expected output belongs to a program', () => {
  expect(programs).toHaveLength(Object.keys(proofs).length);
});
