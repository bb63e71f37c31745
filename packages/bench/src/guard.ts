import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { geometricMean, quantile, timeInterleaved } from './measure.js';
import { type BenchPage, corpusFolder, operations, padPage, pagesToMeasure, type parsers } from './pages.js';

/**
 * `guard [--base REVISION] [--update]`: checks whether parsing is slower than at a base revision, by default the one in
 * `guard-base.txt`. Both versions are built and timed alternately in one process, so that processor speed and other
 * load affect both alike; it fails only if even the fastest of several measurements exceeds the limit. `--update`
 * writes the last commit into the file.
 */
const { values: options } = parseArgs({ options: { base: { type: 'string' }, update: { type: 'boolean' } } });

/** Maximum time relative to the base. Identical code measured 0.97 to 1.04. */
const limit = 1.1;

/** Number of measurements, each over all pages. */
const blocks = 5;

const warmRounds = 25;
const rounds = 15;

const root = fileURLToPath(new URL('../../..', import.meta.url));
const work = fileURLToPath(new URL('../.work/guard', import.meta.url));
const baseFile = new URL('../guard-base.txt', import.meta.url);

if (options.update) writeFileSync(baseFile, `${revisionOf('HEAD')}\n`);
const revision = revisionOf(options.base ?? readFileSync(baseFile, 'utf8').trim());
const [base, now] = [await buildOf(revision), await builtParsers(root, 'now')];
const measured = parsableBefore(bareAndPadded());
if (measured.length === 0) throw new Error(`None of the pages could be parsed at ${revision}`);
for (const page of measured) ratioOf(page, warmRounds);
const ratios = Array.from({ length: blocks }, () => geometricMean(measured.map((page) => ratioOf(page, rounds))));
ratios.sort((a, b) => a - b);
const isSlower = quantile(ratios, 0) > limit;
const [least, most] = [quantile(ratios, 0), quantile(ratios, 1)].map((ratio) => ratio.toFixed(3));
console.log(
  `Time relative to ${revision.slice(0, 9)}, over ${measured.length} pages: ${least} to ${most}; limit ${limit}`,
);
console.log(isSlower ? 'FAILED: parsing has become slower' : 'ok');
process.exitCode = isSlower ? 1 : 0;

/** The pages and, for fixtures, also a version padded with the scripts that they lack. */
function bareAndPadded(): BenchPage[] {
  const pages = pagesToMeasure();
  return corpusFolder === undefined
    ? [...pages, ...pages.filter((_page, index) => index % everyPadded === 0).map(padPage)]
    : pages;
}

const everyPadded = 8;

/** Pages that the base can parse, since the time of a page that fails immediately is meaningless. */
function parsableBefore(all: readonly BenchPage[]): BenchPage[] {
  return all.filter(({ operation, source }) => {
    try {
      return base[operation](source).organic_results.length > 0;
    } catch {
      return false;
    }
  });
}

/** Time to parse a page, relative to the base. */
function ratioOf({ operation, source }: BenchPage, least: number): number {
  const contenders = Object.entries({ now, base }).map(([name, own]) => ({ name, run: () => own[operation](source) }));
  const times = timeInterleaved(contenders, { minTime: 0, minRounds: least });
  return best(times, 'now') / best(times, 'base');
}

function best(times: ReadonlyMap<string, readonly number[]>, name: string): number {
  return quantile(times.get(name) ?? [], 0);
}

function revisionOf(name: string): string {
  try {
    return execFileSync('git', ['rev-parse', '--verify', `${name}^{commit}`], { cwd: root, encoding: 'utf8' }).trim();
  } catch (cause) {
    throw new Error(`Revision ${name} does not exist; if the clone is shallow, run git fetch --unshallow`, { cause });
  }
}

async function buildOf(commit: string): Promise<typeof parsers> {
  const folder = join(work, 'base');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync('git', ['archive', commit, 'packages/parsers/src'], { cwd: root, maxBuffer: 1e8 });
  execFileSync('tar', ['-x'], { cwd: folder, input: archive });
  return builtParsers(folder, 'base');
}

/** The parsers of a checkout, with the same build settings for each. */
async function builtParsers(folder: string, name: string): Promise<typeof parsers> {
  const outfile = join(work, `${name}.mjs`);
  await build({
    entryPoints: [join(folder, 'packages/parsers/src/index.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    tsconfigRaw: {},
    logLevel: 'error',
  });
  const exported = await import(pathToFileURL(outfile).href);
  const found = operations.map((operation) => [operation, exported[parserName(operation)]]);
  return Object.fromEntries(found);
}

/** Every revision exports its parsers by name, such as `parseAlphaSearch` for `alpha.search`. */
function parserName(operation: string): string {
  return `parse${operation.replace(/(?:^|\.)(\w)/g, (_all, letter: string) => letter.toUpperCase())}`;
}
