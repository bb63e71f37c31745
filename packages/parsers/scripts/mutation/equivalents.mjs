// Mutants that cannot change any result, each with the reason: `equivalents.json`, keyed by the text of the line.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

const listed = JSON.parse(readFileSync(new URL('equivalents.json', import.meta.url), 'utf8'));

/** Marks the listed sites. Throws for an entry that matches no mutant, as after a change of its line. */
export function markEquivalents(sites, root) {
  const reasons = new Map(
    listed.flatMap((entry) => entry.mutants.map((mutated) => [key(entry, mutated), entry.reason])),
  );
  const found = new Set();
  for (const site of sites) {
    const own = key({ file: relative(root, site.file), line: site.text }, site.mutated.replace(/\s+/g, ' '));
    if (!reasons.has(own)) continue;
    found.add(own);
    site.equivalent = reasons.get(own);
  }
  const stale = [...reasons.keys()].filter((own) => !found.has(own));
  if (stale.length > 0) throw new Error(`listed as equivalents, but not mutants:\n${stale.join('\n')}`);
}

function key({ file, line }, mutated) {
  return `${file}: ${line} → ${mutated}`;
}
