// Reads pages of 500 kB and 8 MiB that are each costly in one way, and pages in which the text of one field grows.
// Fails if a page costs more than four times what parse5 takes for a harmless page of the same length, if a text of
// twice the length takes more than 2.3 times as long, or if no text reaches a field. Writes SCALE.md. An argument
// limits the run to shapes and fields whose name contains it, and writes nothing. Takes some minutes.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBodies } from '../test/support/pages.js';
import { fedFields } from '../test/support/scale/fed-fields.js';
import { timeOfHarmless } from '../test/support/scale/harmless.js';
import { growsTooFast, measureFields } from '../test/support/scale/measure-fields.js';
import { isTooSlow, measureShape, type ShapeCost } from '../test/support/scale/measure-shapes.js';
import { shapes } from '../test/support/scale/shapes.js';
import { fieldTable, shapeTable } from '../test/support/scale/tables.js';

const only = process.argv[2] ?? '';
/** The package's folder, in which its scripts run. */
const folder = process.cwd();
const captures = readBodies(join(folder, '../../fixtures/pages'));
const ordinary = captures.find(({ name }) => name === 'alpha.search/typical')!.text;

const long = costsOfShapes(8 * 1024 * 1024);
const longShapes = section(
  'Hostile pages of 8 MiB',
  `Time to parse the page ÷ time of bare \`parse5.parse\` for a harmless page of the same length; the limit is 4. Most of these pages
have too many elements or levels, so the parsers refuse them. Pages marked "fewer" are just within these limits.`,
  shapeTable(long),
);
const short = costsOfShapes(500_000);
const shortShapes = section('Hostile pages of 500 kB', 'The same for pages of 500 kB.', shapeTable(short));
const fields = fedFields(captures).filter(({ operation, field }) => `${operation} ${field}`.includes(only));
const grown = measureFields(fields, { from: 50_000, times: 3, negligible: 3 });
const grownFields = section(
  'Long texts in every field',
  `Each field is filled with a text of 50,000 characters, then of two, four and eight times that length. The figure is the largest factor by
which the time grows when the length doubles, over all repeated texts and all places in a page that fill the field; the limit is 2.3.`,
  fieldTable(grown),
);

const text = `# Scale

How the CPU time of parsing grows with the length of a page. Written by \`pnpm scale\`, which fails if a figure
exceeds its limit. The shapes are defined in [test/support/scale](test/support/scale).
${longShapes}${shortShapes}${grownFields}`;
if (only === '') writeFileSync(join(folder, 'SCALE.md'), text);
report();

/** Prints a section as soon as it is measured. */
function section(title: string, note: string, table: string): string {
  const section = `\n## ${title}\n\n${note}\n\n${table}\n`;
  console.log(section);
  return section;
}

function costsOfShapes(length: number): ShapeCost[] {
  const harmless = timeOfHarmless(ordinary, length);
  return Object.entries(shapes)
    .filter(([shape]) => shape.includes(only))
    .map(([shape, make]) => measureShape(shape, make(length), harmless));
}

function report(): void {
  const costs = [...long, ...short];
  const slow = costs.filter(isTooSlow).map(({ shape, length }) => `${shape}, ${length} characters: too slow`);
  const steep = grown.filter(growsTooFast).map(({ operation, field, by }) => `${operation} ${field}: grows with ${by}`);
  const unfed = grown
    .filter(({ places }) => places === 0)
    .map((cost) => `${cost.operation} ${cost.field}: no text reaches it`);
  const faults = [...slow, ...steep, ...unfed];
  for (const fault of faults) console.log(fault);
  console.log(`${costs.length} pages, ${grown.length} fields: ${faults.length} faults`);
  if (faults.length > 0) process.exitCode = 1;
}
