import { isBreadcrumb, isPartOfHost } from '../../page/line-parts.js';
import type { Line } from '../../page/lines.js';
import { readSiteNames } from '../../reading/names-below.js';
import { isDateText } from '../../words/dates.js';
import { isClockDuration } from '../../words/numbers.js';
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
  const names = readSiteNames(rows, {
    hostOf: ({ row }) => row.host,
    namesOf: namesBeside,
    linesBelow: linesBelowExcerpt,
  });
  return rows.map((row, index) => names[index] ?? (row.address.before === undefined ? hostNameIn(row) : undefined));
}

/** The lines that the row's link or address has beside it and that may be the name, except the excerpt. */
function namesBeside({ row, address, snippet }: NamedRow): readonly Line[] {
  return siteNamesIn(row, address).filter(({ block }) => block !== snippet.block);
}

function linesBelowExcerpt({ row, address, snippet: { block } }: NamedRow): readonly Line[] | undefined {
  if (address.before !== undefined || block === undefined) return undefined;
  return row.after.filter((line) => line.block.order > block.last && line !== address.line);
}

/**
 * The site's name is a line of the link above its address, in an element of its own. If the address is outside the link: a
 * short line above it, or the only line in the link beside the title.
 */
function siteNamesIn(row: AlphaRow, address: DisplayedLink): readonly Line[] {
  const { anchor, titleLines, addressLines, before, after } = row;
  if (addressLines.includes(address.line)) {
    const above = addressLines.slice(0, addressLines.indexOf(address.line)).reverse();
    const lines = above.length > 0 ? above : nameBelow(addressLines, address);
    return lines.filter(({ pieces }) => pieces.every(({ text, parent }) => parent !== anchor || isBlank(text)));
  }
  const isName = (line: Line | undefined): line is Line => line !== undefined && mayBeName(line.text, address);
  const isExcerptBelow = after.indexOf(address.line) < after.length - 1;
  const above = [before, isExcerptBelow ? after : []].map((lines) => lines[lines.indexOf(address.line) - 1]);
  const beside = [...addressLines, ...before].filter(isName); // each is above or below the title
  const names = above.filter(isName);
  return names.length === 0 && beside.length === 1 && titleLines.length > 0 ? beside : names;
}

/** A line outside the link that is a part of the host, without a link: the name may be below the excerpt. */
function hostNameIn({ row: { before, after, host }, address }: NamedRow): Line | undefined {
  return [...before, ...after].find(({ text, pieces }) => {
    return isPartOfHost(text, host) && mayBeName(text, address) && pieces.every(({ link }) => link === undefined);
  });
}

/** The only line beside the title and the address in a link, if the address is above it. */
function nameBelow([, ...lines]: readonly Line[], address: DisplayedLink): readonly Line[] {
  return lines.length === 1 ? lines.filter(({ text }) => mayBeName(text, address)) : [];
}

/** Whether a text may be the name of a site: short, and not an address, a date or a running time. */
function mayBeName(text: string, address: DisplayedLink): boolean {
  if (text.length > maxNameLength || isBreadcrumb(text) || text.includes('://') || text === address.text) return false;
  return !isDateText(text) && !isTimeOrNumber(text);
}

function isTimeOrNumber(text: string): boolean {
  return isClockDuration(text) || !letter.test(text);
}

const maxNameLength = 60;
