// Mutation testing of the parsers: tests whether changes to single expressions are detected.
// pnpm --filter @svc/parsers mutate --seed 7 [--each 40] [--only alpha/blocks,alpha] [--units] [--digests] [--pages DIR]
// [--list] [--equivalents]
// A sample of sites per folder of `src`, chosen by the seed, is built into one copy of the parsers in which each site can
// be switched. A mutant is first tried on the captures of `fixtures/pages` that reach it, read with all extras, and is
// killed by the first result that differs. With `--units`, the mutants left are tried on the unit tests that reach
// them, and with `--digests` on captures after redesigns (`test/redesigned.json`) and on altered captures
// (`test/altered.json`). If there is a folder of real pages, the mutants left are tried on those of
// `test/real-pages.json`. Everything runs in child processes, which are killed if a mutant does not terminate. With
// `--equivalents`, the mutants that are listed as equivalent are tried instead of a sample.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundled } from './bundle.mjs';
import { markEquivalents } from './equivalents.mjs';
import { refutedOf, survivorsOf, tableOf } from './report.mjs';
import { allSites, sampled } from './sample.mjs';
import { runStage } from './stages.mjs';

const home = fileURLToPath(new URL('../..', import.meta.url));
const captures = fileURLToPath(new URL('../../../../fixtures/pages', import.meta.url));
const folder = join(home, '.work', 'mutation');
const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    each: { type: 'string', default: '40' },
    only: { type: 'string' },
    units: { type: 'boolean', default: false },
    digests: { type: 'boolean', default: false },
    pages: {
      type: 'string',
      default: process.env.SVC_CORPUS ?? fileURLToPath(new URL('../../../../../shared/corpus', import.meta.url)),
    },
    equivalents: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});

/** These tests read the sources, change pages at random or test every sign. Real pages are a separate stage. */
const notUnits = new Set(
  ['layers', 'signs', 'survival', 'output', 'properties', 'browser', 'real-pages', 'redesigned', 'altered'].map(
    (name) => `${name}.test.ts`,
  ),
);

mkdirSync(folder, { recursive: true });
const sites = allSites(join(home, 'src'));
markEquivalents(sites, home);
const sample = sampled(options.equivalents ? sites.filter(({ equivalent }) => equivalent !== undefined) : sites, {
  seed: Number(options.seed),
  each: options.equivalents ? Number.POSITIVE_INFINITY : Number(options.each),
  only: options.only,
});
if (sample.length === 0) throw new Error(`src has no folder ${options.only}`);
const parsers = await bundled(sample, {
  stdin: {
    contents: [
      "export { default as recordedAltered } from './test/altered.json';",
      ...['src/index', 'test/support/redesigned', 'test/support/altered/altered', 'test/support/real-pages'].map(
        (module) => `export * from './${module}.js';`,
      ),
    ].join('\n'),
    resolveDir: home,
    loader: 'js',
  },
  outfile: join(folder, 'parsers.mjs'),
});
const tests = options.units ? await unitTests() : undefined; // built now, as the sources can change during the run
const stages = ['captures'];
await runStage(sample, 'captures', 'child.mjs', [parsers, captures, 'captures']);
if (tests !== undefined) {
  stages.push('units');
  await runStage(sample, 'units', 'unit-child.mjs', [tests], options.list ? reportAlive : undefined);
}
if (options.digests) {
  stages.push('redesigned', 'altered');
  await runStage(sample, 'redesigned', 'child.mjs', [parsers, captures, 'redesigned']);
  await runStage(sample, 'altered', 'child.mjs', [parsers, captures, 'altered']);
}
if (existsSync(options.pages)) {
  stages.push('pages');
  await runStage(sample, 'pages', 'child.mjs', [parsers, options.pages, 'pages']);
} else console.log(`SKIPPED: ${options.pages} has no real pages; mutants that only they would detect count as alive`);
report();

function unitTests() {
  const files = readdirSync(join(home, 'test'), { recursive: true }).filter(
    (name) => name.endsWith('.test.ts') && !notUnits.has(name),
  );
  const imports = files
    .sort()
    .map((name) => `file(${JSON.stringify(name)});\nawait import(${JSON.stringify(`./test/${name}`)});`);
  const contents = `import { file, registered } from 'vitest';\nexport async function collected() {\n${imports.join('\n')}\nreturn registered();\n}`;
  return bundled(sample, {
    stdin: { contents, resolveDir: home, loader: 'js' },
    alias: { vitest: fileURLToPath(new URL('unit-vitest.mjs', import.meta.url)) },
    outfile: join(folder, 'tests.mjs'),
  });
}

/** Prints a mutant at once, so that tests can be written for it during the run. */
function reportAlive({ file, line, mutated }) {
  process.stderr.write(`no unit test detects ${relative(home, file)}:${line}  ${mutated.replaceAll(/\s+/g, ' ')}\n`);
}

function report() {
  if (!options.equivalents) console.table(tableOf(sample, stages));
  const alive = survivorsOf(sample, home);
  writeFileSync(join(folder, 'survivors.json'), JSON.stringify(alive, null, 1));
  if (options.list) for (const site of alive) console.log(Object.values(site).join('  '));
  const refuted = refutedOf(sample, home);
  for (const site of refuted) console.error(`listed as equivalent, but detected: ${Object.values(site).join('  ')}`);
  if (refuted.length > 0) process.exitCode = 1;
}
