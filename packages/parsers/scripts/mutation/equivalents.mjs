// Mutants that cannot change any result, each with the reason: `equivalents.json`, keyed by the text of the line. `2 #1`
// is the first of several mutants of the line with the text `2`; without a number, an entry is about all of them.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

const listed = JSON.parse(readFileSync(new URL('equivalents.json', import.meta.url), 'utf8'));

/** Marks the listed sites. Throws for an entry that matches no mutant, as after a change of its line. */
export function markEquivalents(sites, root) {
  const reasons = new Map(
    listed.flatMap((entry) => entry.mutants.map((mutated) => [key(entry, mutated), entry.reason])),
  );
  const found = new Set();
  const counts = new Map();
  for (const site of sites) {
    const all = key({ file: relative(root, site.file), line: site.text }, site.mutated.replace(/\s+/g, ' '));
    const place = `${site.line} ${all}`;
    counts.set(place, (counts.get(place) ?? 0) + 1);
    for (const own of [all, `${all} #${counts.get(place)}`]) {
      if (!reasons.has(own)) continue;
      found.add(own);
      site.equivalent = reasons.get(own);
    }
  }
  const stale = [...reasons.keys()].filter((own) => !found.has(own));
  if (stale.length > 0) throw new Error(`listed as equivalents, but not mutants:\n${stale.join('\n')}`);
}

function key({ file, line }, mutated) {
  return `${file}: ${line} → ${mutated}`;
}
