// Runs the referees on the built parsers and counts the errors of each labelled page.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { readDigests, stemsOf } from './corpus.mjs';

/**
 * Misses per page, in the form of the ratchet file: `{ variant: { digest: { field: count } } }`. Variants are `none`
 * (as captured), the mutations, and blocks by engine. A page without misses is an empty object.
 *
 * @returns {{ misses: object, names: Map<string, string>, shares: object }} `names` maps digests to pages.
 */
export function measure(shared, project) {
  const corpus = join(shared, 'corpus');
  const digests = readDigests(corpus);
  const rows = referee(shared, 'score.mjs', ['--project', project, '--mutate', 'all']);
  const misses = Object.fromEntries(
    Object.entries(rows).map(([variant, { misses }]) => [
      variant,
      count(digests['.truth.json'], misses.map(fieldMiss)),
    ]),
  );
  for (const engine of Object.keys(homes)) {
    const labelled = new Map([...digests['.blocks.json']].filter(([name]) => engineOf(name) === engine));
    const stems = [...stemsOf(corpus, '.blocks.json')].filter(([name]) => labelled.has(name));
    const result = withAbsoluteLinks(stems, (copy) =>
      referee(shared, 'blocks.mjs', ['--project', project, '--engine', engine, '--corpus', copy]),
    );
    misses[engine === 'alpha' ? 'blocks' : `blocks of ${engine}`] = count(labelled, result.misses.map(blockMiss));
  }
  const names = new Map(Object.values(digests).flatMap((pages) => [...pages].map(([name, digest]) => [digest, name])));
  return { misses, names, shares: rows.none.groups };
}

/** Base URLs of relative links, as captures do not include the URL of the page. */
const homes = {
  alpha: 'https://www.google.com/',
  beta: 'https://www.bing.com/',
  gamma: 'https://search.brave.com/',
};

function engineOf(name) {
  const engine = Object.keys(homes).find((engine) => name.startsWith(`${engine}-`));
  if (engine === undefined) throw new Error(`${name} is a page of no known engine; \`homes\` has their base URLs`);
  return engine;
}

/**
 * Runs `use` on a copy of pages and their labels with resolved links. Labels contain links as in the markup, results
 * contain absolute ones, and the referee compares them as text.
 */
function withAbsoluteLinks(stems, use) {
  const copy = mkdtempSync(join(tmpdir(), 'svc-score-'));
  try {
    for (const [name, stem] of stems) {
      mkdirSync(dirname(join(copy, name)), { recursive: true });
      const labels = JSON.parse(readFileSync(`${stem}.blocks.json`, 'utf8'));
      const resolved = absoluteLinks(labels, homes[engineOf(name)]);
      writeFileSync(join(copy, `${name}.blocks.json`), JSON.stringify(resolved));
      for (const beside of ['.html', '.truth.json']) {
        if (existsSync(stem + beside)) symlinkSync(resolve(stem + beside), join(copy, name + beside));
      }
    }
    return use(copy);
  } finally {
    rmSync(copy, { recursive: true });
  }
}

function absoluteLinks(value, home) {
  if (Array.isArray(value)) return value.map((item) => absoluteLinks(item, home));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === 'link' ? absoluteLink(inner, home) : absoluteLinks(inner, home),
    ]),
  );
}

/** A list contains all accepted values. Only paths and queries are resolved; any other text is unchanged. */
function absoluteLink(link, home) {
  if (Array.isArray(link)) return link.map((reading) => absoluteLink(reading, home));
  return /^[/?#]/.test(link ?? '') ? new URL(link, home).href : link;
}

function referee(shared, script, args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(shared, 'eval', script), ...args, '--json'], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`the referee ${script} failed: ${stderr}`);
  return JSON.parse(stdout);
}

/** Labels of attributes are text of the page, so they are counted under one name. */
function fieldMiss({ page, field }) {
  return { page, field: field.replace(/^kg attribute .*/s, 'kg attribute') };
}

/** `folder/slug · type missing: …`, `… · type beyond: …` or `… · type field of …`. */
function blockMiss(text) {
  const [, page, field] = /^(\S+) · (\w+:|\w+ \w+)/.exec(text) ?? [];
  if (!page) throw new Error(`the referee of blocks reports in an unknown form: ${text.slice(0, 80)}`);
  return { page, field: field.replace(/:$/, '') };
}

function count(digests, misses) {
  const pages = Object.fromEntries([...digests.values()].sort().map((digest) => [digest, {}]));
  for (const { page, field } of misses) {
    const fields = pages[digests.get(page)];
    fields[field] = (fields[field] ?? 0) + 1;
  }
  return pages;
}
