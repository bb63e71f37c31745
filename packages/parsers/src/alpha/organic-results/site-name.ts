import { isBreadcrumb, isPartOfHost } from '../../page/line-parts.js';
import type { Line } from '../../page/lines.js';
import { readSiteNames } from '../../reading/names-below.js';
import { isDateText } from '../../words/dates.js';
import { runningTimeIn } from '../../words/numbers.js';
import { isBlank, letter } from '../../words/text.js';
import type { DisplayedLink } from './address.js';
import type { AlphaRow } from './row.js';
import type { Snippet } from './snippet.js';

/** What the name of a row's site is found by. */
interface NamedRow {
  readonly row: AlphaRow;
  readonly address: DisplayedLink;
  readonly snippet: Snippet;
}

/** The lines with the names of the rows' sites. Undefined for a row that shows none, or shows it in the line of its address. */
export function siteNamesOf(rows: readonly NamedRow[]): (Line | undefined)[] {
  const names = readSiteNames<NamedRow, Line>(rows, {
    hostOf: ({ row }) => row.host,
    nameOf: nameBeside,
    textOf: ({ text }) => text,
    linesBelow: linesBelowExcerpt,
    nameIn: (line) => line,
  });
  return rows.map((row, index) => names[index] ?? (row.address.before === undefined ? hostNameIn(row) : undefined));
}

/** The name that the row's link or address has beside it, unless it is the excerpt. */
function nameBeside({ row, address, snippet }: NamedRow): Line | undefined {
  const name = siteNameIn(row, address);
  return name?.block === snippet.block ? undefined : name;
}

function linesBelowExcerpt({ row, address, snippet: { block } }: NamedRow): readonly Line[] | undefined {
  if (address.before !== undefined || block === undefined) return undefined;
  return row.after.filter((line) => line.block.order > block.last && line !== address.line);
}

/**
 * The site's name is the line of the link right above its address, in an element of its own. If the address is outside
 * the link: a short line above it, or the only line in the link beside the title.
 */
function siteNameIn(row: AlphaRow, address: DisplayedLink): Line | undefined {
  const { anchor, titleLines, addressLines, before, after } = row;
  if (addressLines.includes(address.line)) {
    const line = addressLines[addressLines.indexOf(address.line) - 1] ?? nameBelow(addressLines, address);
    return line?.pieces.every(({ text, parent }) => parent !== anchor || isBlank(text)) ? line : undefined;
  }
  const isName = (line: Line | undefined): line is Line => line !== undefined && mayBeName(line.text, address);
  const isExcerptBelow = after.indexOf(address.line) < after.length - 1;
  const above = [before, isExcerptBelow ? after : []].map((lines) => lines[lines.indexOf(address.line) - 1]);
  const beside = [...addressLines, ...before].filter(isName); // each is above or below the title
  return above.find(isName) ?? (beside.length === 1 && titleLines.length > 0 ? beside[0] : undefined);
}

/** A line outside the link that is a part of the host, without a link: the name may be below the excerpt. */
function hostNameIn({ row: { before, after, host }, address }: NamedRow): Line | undefined {
  return [...before, ...after].find(({ text, pieces }) => {
    return isPartOfHost(text, host) && mayBeName(text, address) && pieces.every(({ link }) => link === undefined);
  });
}

/** The only line beside the title and the address in a link, if the address is above it. */
function nameBelow([, name, ...others]: readonly Line[], address: DisplayedLink): Line | undefined {
  return name !== undefined && others.length === 0 && mayBeName(name.text, address) ? name : undefined;
}

/** Whether a text may be the name of a site: short, and not an address, a date or a running time. */
function mayBeName(text: string, address: DisplayedLink): boolean {
  if (text.length > maxNameLength || isBreadcrumb(text) || text.includes('://') || text === address.text) return false;
  return !isDateText(text) && !isTimeOrNumber(text);
}

function isTimeOrNumber(text: string): boolean {
  return runningTimeIn(text) !== undefined || !letter.test(text);
}

const maxNameLength = 60;
