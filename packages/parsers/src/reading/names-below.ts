import { type Element, isInside } from '../html/tree.js';
import {
  isBreadcrumb,
  isPartOfHost,
  looksLikeAddress,
  minExcerptLength,
  withoutDate,
  withoutTrailingSeparator,
} from '../page/line-parts.js';
import { type Line, textsOf } from '../page/lines.js';
import { isDateText } from '../words/dates.js';
import { isClockDuration } from '../words/numbers.js';
import { isBlank, letter } from '../words/text.js';

/** A row that may show the name of its site below its excerpt. */
export interface RowWithoutSiteName {
  /** The host of its link. */
  readonly host: string;
  /** The lines below its excerpt. */
  readonly below: readonly Line[];
}

/** How an engine's rows show the names of their sites. */
export interface SiteNameAccessors<Row, Name> {
  readonly hostOf: (row: Row) => string;
  /** The texts beside title or address that may be the name, the likeliest first. */
  readonly namesOf: (row: Row) => readonly Name[];
  /** The lines below the excerpt of a row without such a name; undefined if none can be there. */
  readonly linesBelow: (row: Row) => readonly Line[] | undefined;
}

/**
 * The names of the rows' sites, beside title or address or else below the excerpt, without dates; undefined for a row that
 * shows none.
 */
export function readSiteNames<Row, Name extends { readonly text: string }>(
  rows: readonly Row[],
  { hostOf, namesOf, linesBelow }: SiteNameAccessors<Row, Name>,
): (Name | Line | undefined)[] {
  const hosts = rows.map(hostOf);
  const named = rows.map((row) =>
    namesOf(row).map((name) => ({ ...name, text: withoutDate(withoutTrailingSeparator(name.text)) })),
  );
  const isLabel = sharedLabelTest(named.map(textsOf), hosts);
  const names = named.map((texts) => texts.find(({ text }) => text !== '' && !isLabel(text)));
  const unnamed = rows.flatMap((row, index) => {
    const below = names[index] === undefined ? linesBelow(row) : undefined;
    return below === undefined ? [] : { index, host: hosts[index]!, below };
  });
  const lines = siteNamesBelow(unnamed);
  const others = new Map(unnamed.map(({ index }, at) => [index, lines[at]]));
  return names.map((name, index) => others.get(index) ?? name);
}

/**
 * The names of the sites on a page that shows them below the excerpts: the first short text there, if some of these
 * resemble the hosts, as most names of sites do. Undefined for rows without one.
 */
export function siteNamesBelow(rows: readonly RowWithoutSiteName[]): (Line | undefined)[] {
  const names = rows.map(({ below, host }) => {
    const short = below.filter((line) => mayBeName(line, host));
    const tests = [isPartOfHost, resembles, (text: string): boolean => !numbered.test(text)];
    return tests.map((test) => short.find(({ text }) => test(text, host))).find((line) => line !== undefined);
  });
  const count = names.filter((name) => name !== undefined).length;
  const ofHosts = names.filter((name, index) => name !== undefined && resembles(name.text, rows[index]!.host)).length;
  return ofHosts >= minOfHosts && ofHosts >= count / 3 ? names : rows.map(() => undefined);
}

/** "146 pages" */
const numbered = /^\p{Nd}+\s/u;

/** One text may be a part of its host by chance. */
const minOfHosts = 2;

/** Whether a text or a long word of it is a part of the host, or its initials are: "Najwyższa Izba Kontroli", nik.gov.pl. */
function resembles(text: string, host: string): boolean {
  const words = withoutAccents(text).toLowerCase().match(word) ?? [];
  if (isPartOfHost(words.join(''), host) || words.some((part) => part.length >= minWordLength && host.includes(part)))
    return true;
  return words.length > 1 && host.split('.').includes(words.map((part) => part.charAt(0)).join(''));
}

const word = /[\p{L}\p{N}]+/gu;
const minWordLength = 4;

function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replace(/ł/gi, 'l');
}

function mayBeName({ text, pieces, block }: Line, host: string): boolean {
  if (text.length > maxNameLength || !letter.test(text) || isBreadcrumb(text)) return false;
  if (looksLikeAddress(text, host) && !isPartOfHost(text, host)) return false;
  if (isInside(block, isFigure)) return false; // what a picture shows
  if (pieces.some((piece) => piece.link !== undefined && !isBlank(piece.text))) return false;
  return !isDateText(text) && !isClockDuration(text);
}

function isFigure({ name }: Element): boolean {
  return name === 'figure';
}

const maxNameLength = 60;

/**
 * A test for texts, of those of each row, that rows of several sites share and no host has a part of, such as "Verified".
 * Numbers in short ones may differ; dates are none.
 */
export function sharedLabelTest(
  texts: readonly (readonly string[])[],
  hosts: readonly string[],
): (text: string) => boolean {
  const sites = new Map<string, Set<string>>();
  for (const [index, own] of texts.entries())
    for (const text of own) {
      const form = formOf(text);
      sites.set(form, (sites.get(form) ?? new Set()).add(hosts[index]!));
    }
  return (text) => {
    const sharing = [...(sites.get(formOf(text)) ?? [])];
    const isName = text.length > maxCodeLength && sharing.some((host) => isPartOfHost(text, host));
    return sharing.length >= minSites && !isName && !isDateText(text);
  };
}

function formOf(text: string): string {
  return text.length < minExcerptLength ? text.replace(number, '0') : text;
}

const number = /\p{Nd}+/gu;

/** Codes of languages are parts of hosts by chance. */
const maxCodeLength = 2;

/** Two sites may have one name. */
const minSites = 3;
