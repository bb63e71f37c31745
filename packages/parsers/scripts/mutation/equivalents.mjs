// Mutants that cannot change any result, each with the reason: `equivalents.json`, keyed by the text of the line.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

const listed = JSON.parse(readFileSync(new URL('equivalents.json', import.meta.url), 'utf8'));

/** Marks the sites that are listed. Throws for an entry that fits no site, as after a change of its line. */
export function markEquivalents(sites, root) {
  const found = new Set();
  for (const site of sites) {
    const file = relative(root, site.file);
    const entry = listed.find((entry) => entry.file === file && entry.line === site.text && fits(entry.mutants, site));
    if (entry === undefined) continue;
    found.add(entry);
    site.equivalent = entry.reason;
  }
  const stale = listed.filter((entry) => !found.has(entry));
  if (stale.length > 0) throw new Error(`no such line or mutant: ${JSON.stringify(stale, null, 1)}`);
}

/** `mutants` lists what stands there instead, `*` is whatever stands there. */
function fits(mutants, { mutated }) {
  return mutants.includes('*') || mutants.includes(mutated.replace(/\s+/g, ' '));
}
