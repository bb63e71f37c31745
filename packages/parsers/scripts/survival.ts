// Writes SURVIVAL.md: the share of unchanged values of each field after each mutation of `test/support/mutations.ts`,
// for the captures in `fixtures/pages` and, if SVC_CORPUS is set, for a corpus of labelled pages.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCaptures, readLabelled } from '../test/support/pages.js';
import { knownLossTable } from '../test/support/signs/known.js';
import { measureSurvival, survivalTable } from '../test/support/survival.js';

/** The package's folder, in which its scripts run. */
const folder = process.cwd();
const corpus = process.env.SVC_CORPUS;

const signs = `Every tag, attribute, id and role that the source of the parsers mentions is removed from the pages, one at a time. A tag
is replaced by one that is displayed in the same way, and menus, filters and the like are added around the list (see
[test/support/signs](test/support/signs)). Whole kinds of signs are removed too, and some pairs of kinds: all headings,
all ids, all lists … ([test/support/redesigns](test/support/redesigns)). Rows lose at most 1 % of their F1 score and a
field at most 3 % of its values, except:`;

const sections = [
  section('Captures in this repository', readCaptures(join(folder, '../../fixtures/pages'))),
  corpus === undefined ? '' : section('Labelled pages as engines served them', readLabelled(corpus)),
  `\n## One sign at a time\n\n${signs}\n\n${knownLossTable()}\n`,
];
const text = `# Survival

Share of values that stay the same when the markup of a page changes but not its look. The number after a field is the
number of values compared. The mutations are described in [test/support/mutations.ts](test/support/mutations.ts).
\`names\` renames classes and ids as an engine does in a release: in style sheets and scripts too. \`classes\` and \`ids\`
change the markup alone, which breaks some pages for people as well: words that a style sheet hides by their class become
visible, and the folded parts of a generated answer, which a script puts into a place with a certain id, are never shown.
\`bare\` removes them with the script.
Written by \`pnpm survival\`.
${sections.filter((part) => part !== '').join('')}`;
writeFileSync(join(folder, 'SURVIVAL.md'), text);
execFileSync(process.execPath, [join(folder, '../docs/scripts/charts.mjs')], { stdio: 'inherit' });
console.log(text);

function section(title: string, pages: ReturnType<typeof readCaptures>): string {
  if (pages.length === 0) throw new Error(`${title}: no pages found`);
  return `\n## ${title}\n\n${pages.length} pages.\n\n${survivalTable(measureSurvival(pages))}\n`;
}
