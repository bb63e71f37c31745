import { type OrganicResult, parseGammaSearch } from '../../src/index.js';

/** What a row of Brave's results consists of. */
export interface Parts {
  readonly href: string;
  readonly name: string;
  readonly cite: string;
  readonly title: string;
  readonly text: string;
}

/** The parts of a row that differ from those of other rows. */
export const partsOf = (number: number): Parts => ({
  href: `https://site${number}.example/a`,
  name: `Site ${number}`,
  cite: `<cite>site${number}.example › a</cite>`,
  title: `Row ${number} of tea`,
  text: `The text of row ${number} is long enough to be told from names.`,
});

/** A page whose list of results has this markup. */
export const pageOf = (list: string): string => `<title>tea - Brave Search</title><div id="results">${list}</div>`;

/** The rows of such a page. */
export const rowsOf = (list: string): OrganicResult[] => parseGammaSearch(pageOf(list)).organic_results;
