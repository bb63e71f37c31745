import { readBlocks } from '../../src/alpha/blocks/blocks.js';
import { type SectionedPage, splitIntoSections } from '../../src/alpha/blocks/layout.js';
import { readOrganicResults } from '../../src/alpha/organic-results/organic-results.js';
import { toResultBlocks } from '../../src/reading/blocks/located.js';
import { valuesOf } from '../../src/reading/found.js';
import { parseBody } from '../../src/reading/reading.js';
import type { AlphaBlocks } from '../../src/results/blocks.js';

/** The blocks of a generated list with an ordinary row above and below the given markup. */
export function blocksBetweenRows(html: string): AlphaBlocks {
  return blocksOf(row('first') + html + row('last'));
}

/** The blocks of a generated list. */
export function blocksOf(html: string): AlphaBlocks {
  return toResultBlocks(readBlocks(layoutOf(html)));
}

/** The sections of a generated list. */
export function layoutOf(html: string): SectionedPage {
  const reading = parseBody(`<div id="main"><div id="rso">${html}</div></div>`);
  const { rows } = readOrganicResults(reading);
  const numbered = rows.map((row, index) => ({ ...row, row: { position: index + 1, ...valuesOf(row.fields) } }));
  return splitIntoSections(reading.page, numbered);
}

/** An ordinary row, with additional markup. */
export function row(name: string, more = ''): string {
  const link = `https://${name}.example/pears`;
  return `<div><div><a href="${link}"><h3>Pears of ${name}</h3><cite>https://${name}.example</cite></a></div><div>All about the pears of ${name} and their trees.</div>${more}</div>`;
}

/** A section with its own heading. */
export function section(html: string, title = 'A section'): string {
  return `<div><div role="heading" aria-level="2">${title}</div><div>${html}</div></div>`;
}
