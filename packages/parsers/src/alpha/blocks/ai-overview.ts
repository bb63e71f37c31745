import { type Element, hrefOf, isInside } from '../../html/tree.js';
import { type Line, textsOf } from '../../page/lines.js';
import { mergeInDocumentOrder } from '../../page/lists.js';
import { oncePerPage, type Page } from '../../page/page.js';
import { isRendered } from '../../page/visible.js';
import { answerSectionsOf, joinPunctuated } from '../../reading/blocks/answer-sections.js';
import type { Located } from '../../reading/blocks/located.js';
import { withoutUndefined } from '../../reading/found.js';
import type { AiOverview, AnswerSource } from '../../results/block-items.js';
import { unescapeJsString } from '../../script/js-source.js';
import { hostOf } from '../../words/address.js';
import { collapseWhitespace } from '../../words/text.js';
import { engineServiceOf } from '../hosts.js';
import { externalTargetOf, isEngineHostedImage } from '../links.js';
import { generatedAnswerElements, generatedAnswerLines } from './answer-text.js';
import { withoutFragmentAndTime } from './card-links.js';
import { answerLinesWithCitations, answerSourcesOf, linksBySourceCard } from './cited-sources.js';
import { isInCollapsedAnswer, questionControls } from './controls.js';
import { type SectionedPage, widestBlockAround } from './layout.js';

/**
 * Reads the generated answer above or among the results; undefined if the page only contains an empty place for one.
 */
export function readAiOverview(layout: SectionedPage): Located<AiOverview> | undefined {
  const { page } = layout;
  const marked = generatedAnswerElements(page);
  for (const block of marked.length > 0 ? marked : explainedBlocks(layout)) {
    if (isInQuestions(page, block) || !isRendered(block)) continue;
    const cards = linksBySourceCard(page, block);
    const lines = generatedAnswerLines(page, block, cards);
    if (joinPunctuated(textsOf(lines)).length < minimumText) continue;
    return { item: overviewOf(page, block, lines, answerSourcesOf(page, block, cards)), element: block };
  }
  return undefined;
}

function overviewOf(page: Page, block: Element, lines: readonly Line[], shown: readonly AnswerSource[]): AiOverview {
  const { cited, sources: collapsed } = answerLinesWithCitations(page, block, lines);
  const records = cited.some(({ chips }) => chips.length > 0) ? sourcesByChipId(page) : new Map<string, never>();
  const chips = new Map(cited.map(({ line, chips: own }) => [line, own]));
  const sources = allSources(
    [...shown, ...collapsed],
    cited.flatMap(({ chips: own }) => own.flatMap((chip) => records.get(chip) ?? [])),
  );
  const places = new Map(sources.map(({ link }, index) => [sourceKey(link), index]));
  const referencesOf = (line: Line): readonly number[] | undefined => {
    const own = chips.get(line) ?? [];
    if (records.size === 0) return undefined;
    return own.flatMap((chip) => (records.get(chip) ?? []).flatMap(({ link }) => places.get(sourceKey(link)) ?? []));
  };
  const read = cited.map(({ line }) => line);
  return {
    text: joinPunctuated(textsOf(read)),
    sections: answerSectionsOf(block, read, referencesOf),
    sources,
  };
}

/** The sources on cards, with details from the page's data, then those that are only in the data. */
function allSources(shown: readonly AnswerSource[], records: readonly SourceRecord[]): AnswerSource[] {
  const byLink = new Map(
    records.filter(({ title }) => title !== undefined).map((record) => [sourceKey(record.link), record]),
  );
  const distinct = new Map(shown.toReversed().map((source) => [sourceKey(source.link), source]));
  const named = [...distinct.values()].reverse().map((source) => {
    const { title = '', ...record }: Partial<SourceRecord> = byLink.get(sourceKey(source.link)) ?? {};
    const { link, snippet = record.snippet } = source;
    const isWhole = title === '' || source.source !== undefined; // other cards may show only the name of the site
    return isWhole ? { ...source, ...withoutUndefined({ snippet }) } : sourceOf(title, { ...record, link });
  });
  const known = new Set(named.map(({ link }) => sourceKey(link)));
  const others = [...byLink]
    .filter(([key]) => !known.has(key))
    .map(([, { title = '', ...record }]) => sourceOf(title, record));
  return [...named, ...others];
}

function sourceOf(title: string, { link, source, snippet }: SourceRecord): AnswerSource {
  return { title, link, ...withoutUndefined({ source, snippet }) };
}

/** Identifies a source: cards link to the text that they quote, which may be written in several ways. */
function sourceKey(link: string): string {
  return withoutFragmentAndTime(link);
}

/**
 * For pages that mark no answer: the widest elements around the links that explain generated answers, without rows and
 * questions.
 */
function explainedBlocks({ page, rows }: SectionedPage): Element[] {
  const links = page.anchors.filter(explainsOverview);
  if (links.length === 0) return [];
  const bounds = mergeInDocumentOrder(
    rows.map(({ anchor }) => anchor),
    questionControls(page),
  );
  return links.map((anchor) => widestBlockAround(anchor, bounds));
}

/** Whether a link leads to the engine's help about generated answers. */
function explainsOverview(anchor: Element): boolean {
  const href = hrefOf(anchor);
  return href.includes('ai_overview') && engineServiceOf(externalTargetOf(anchor)) === 'support';
}

/** Shorter texts belong to an empty place: its title, a note that it is loading. */
const minimumText = 60;

/** Answers to questions of the page may be generated too. */
function isInQuestions(page: Page, block: Element): boolean {
  return isInside(block, (outer) => outer.hasAttribute('data-initq')) || isInCollapsedAnswer(page, block);
}

/** A source in the page's data, for one chip. */
export interface SourceRecord {
  readonly link: string;
  /** What its card shows; left out for a source that was named before. */
  readonly title?: string;
  readonly snippet?: string;
  readonly source?: string;
}

/**
 * The sources of chips, by the chip's id. They are in comments, of the page or of markup in its scripts, as JSON:
 * `[[id, [title, snippet, icon, site, [source], link, …]]]`, or `[[id, number, 0, link, …]]` for a source named before.
 */
export const sourcesByChipId: (page: Page) => ReadonlyMap<string, readonly SourceRecord[]> = oncePerPage(
  ({ source }) => {
    const records = new Map<string, SourceRecord[]>();
    for (const { written, isEscaped } of recordsWritten(source)) {
      const record = recordIn(isEscaped ? unescapeJsString(written) : written);
      if (record === undefined) continue;
      const known = records.get(record.chip) ?? [];
      const same = known.findIndex(({ link }) => link === record.link);
      if (same < 0) known.push(record);
      else if (known[same]!.title === undefined) known[same] = record; // the chip itself names its first source too
      records.set(record.chip, known);
    }
    return records;
  },
);

/** The JSON lists in comments that begin with the id of a chip; `isEscaped` if they are part of a script's string. */
function* recordsWritten(source: string): Generator<{ written: string; isEscaped: boolean }> {
  let end = 0;
  let next = recordAfter(source, 0);
  while (next !== undefined) {
    const { begin, isEscaped } = next;
    if (end < begin) end = source.indexOf(']]--', begin);
    if (end < 0) return;
    next = recordAfter(source, begin);
    const isInnermost = end <= (next?.mark ?? source.length); // reads no text twice
    if (!isInnermost || end - begin > maxRecordLength) continue;
    const written = source.slice(begin, end + 2);
    if (!/[<>]/.test(written)) yield { written, isEscaped };
  }
}

/** The first record whose comment begins after an index, with the place of the comment's mark and of its list. */
function recordAfter(source: string, from: number): { mark: number; begin: number; isEscaped: boolean } | undefined {
  for (let mark = source.indexOf(comment, from); mark >= 0; mark = source.indexOf(comment, mark + 1)) {
    const isPlain = source.charCodeAt(mark - 1) === LESS_THAN;
    if (!isPlain && !source.startsWith(escapedLess, mark - escapedLess.length)) continue;
    recordStart.lastIndex = mark;
    const [head, list] = recordStart.exec(source) ?? [];
    if (head === undefined || list === undefined) continue;
    return { mark, begin: mark + head.length - list.length, isEscaped: !isPlain };
  }
  return undefined;
}

const comment = '!--';
const LESS_THAN = 0x3c;
const escapedLess = '\\x3c';
const recordStart = /!--[^[\]<>]{0,40}(\[\[(?:"|&quot;|\\x22|\\")[\da-f]{8}-)/y;

/** Maximum length of a record. */
const maxRecordLength = 20_000;

function recordIn(written: string): (SourceRecord & { chip: string }) | undefined {
  const [value] = parsedList(withoutReferences(written));
  if (!Array.isArray(value)) return undefined;
  const [chip, card] = value as unknown[];
  const fields = Array.isArray(card) ? (card as unknown[]) : [];
  const link = fields.findLast(isPageAddress) ?? (value as unknown[]).find(isPageAddress); // a card names its site first
  if (typeof chip !== 'string' || link === undefined) return undefined;
  const [title, snippet, , site] = fields;
  const sites = fields.find((field) => Array.isArray(field)) as unknown[] | undefined;
  const name = [site, ...(sites ?? [])].find((text) => isText(text));
  return {
    chip,
    link,
    ...(isText(title) && { title: collapseWhitespace(title) }),
    ...(isText(snippet) && { snippet: collapseWhitespace(snippet) }),
    ...(isText(name) && { source: collapseWhitespace(name) }),
  };
}

function parsedList(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return []; // another kind of comment
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && /\p{L}/u.test(value) && hostOf(value) === '';
}

function isPageAddress(value: unknown): value is string {
  return typeof value === 'string' && hostOf(value) !== '' && !isEngineHostedImage(value);
}

/** Decodes the references, `&amp;` last: the result may look like another reference. */
function withoutReferences(text: string): string {
  if (!text.includes('&')) return text;
  const decoded = text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<');
  return decoded.replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
