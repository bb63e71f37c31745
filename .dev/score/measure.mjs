// Runs the referees on the built parsers and counts, for each labelled page, what was read wrongly.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { readDigests } from './corpus.mjs';

/**
 * Misses per page, as the ratchet holds them: `{ variant: { digest: { field: count } } }`. Variants are `none` (as
 * captured), the mutations, and `blocks`. A page that was read without a miss is an empty object.
 *
 * @returns {{ misses: object, names: Map<string, string>, shares: object }} `names` tells which page a digest stands for.
 */
export function measure(shared, project) {
  const digests = readDigests(join(shared, 'corpus'));
  const rows = referee(shared, 'score.mjs', ['--project', project, '--mutate', 'all']);
  const blocks = referee(shared, 'blocks.mjs', ['--project', project]);
  const misses = Object.fromEntries(
    Object.entries(rows).map(([variant, { misses }]) => [
      variant,
      count(digests['.truth.json'], misses.map(fieldMiss)),
    ]),
  );
  misses.blocks = count(digests['.blocks.json'], blocks.misses.map(blockMiss));
  const names = new Map(Object.values(digests).flatMap((pages) => [...pages].map(([name, digest]) => [digest, name])));
  return { misses, names, shares: rows.none.groups };
}

function referee(shared, script, args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(shared, 'eval', script), ...args, '--json'], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`the referee ${script} failed: ${stderr}`);
  return JSON.parse(stdout);
}

/** Labels of attributes are text of the page: they are counted under one name. */
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
