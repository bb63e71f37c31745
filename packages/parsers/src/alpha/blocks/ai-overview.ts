import { closest, type Element, hrefOf } from '../../html/tree.js';
import type { Line } from '../../page/lines.js';
import { inOrder } from '../../page/lists.js';
import type { Page } from '../../page/page.js';
import { isShown } from '../../page/visible.js';
import { joinedTexts, sectionsOf } from '../../reading/blocks/answer-sections.js';
import type { Located } from '../../reading/blocks/located.js';
import type { AiOverview, AnswerSource } from '../../results/block-items.js';
import { serviceOf } from '../hosts.js';
import { outsideTarget } from '../links.js';
import { recordsByChip, type SourceRecord } from './answer-records.js';
import { cardsOfSources, sourcesOf } from './answer-sources.js';
import { generatedLines, generatedPlaces } from './answer-text.js';
import { withoutPosition } from './card-links.js';
import { citedLinesOf } from './cited-lines.js';
import { isCollapsedAnswer, questionControls } from './disclosures.js';
import { type Layout, widestBlockAround } from './layout.js';

/**
 * Reads the generated answer above or among the results; undefined if the page only contains an empty place for one.
 */
export function readAiOverview(layout: Layout): Located<AiOverview> | undefined {
  const { page } = layout;
  const marked = generatedPlaces(page);
  for (const block of marked.length > 0 ? marked : explainedBlocks(layout)) {
    if (isInQuestions(page, block) || !isShown(block)) continue;
    const cards = cardsOfSources(page, block);
    const lines = generatedLines(page, block, cards);
    if (joinedTexts(lines.map(({ text }) => text)).length < minimumText) continue;
    return { item: overviewOf(page, block, lines, sourcesOf(page, block, cards)), element: block };
  }
  return undefined;
}

function overviewOf(page: Page, block: Element, lines: readonly Line[], shown: readonly AnswerSource[]): AiOverview {
  const { cited, sources: collapsed } = citedLinesOf(page, block, lines);
  const records = cited.some(({ chips }) => chips.length > 0) ? recordsByChip(page) : new Map<string, never>();
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
  return { text: joinedTexts(read.map(({ text }) => text)), sections: sectionsOf(block, read, referencesOf), sources };
}

/** The sources on cards, with details from the page's data, then those that are only in the data. */
function allSources(shown: readonly AnswerSource[], records: readonly SourceRecord[]): AnswerSource[] {
  const byLink = new Map(
    records.filter(({ title }) => title !== undefined).map((record) => [sourceKey(record.link), record]),
  );
  const distinct = new Map(shown.toReversed().map((source) => [sourceKey(source.link), source]));
  const named = [...distinct.values()].reverse().map((source) => {
    const snippet = source.snippet ?? byLink.get(sourceKey(source.link))?.snippet;
    return { ...source, ...(snippet !== undefined && { snippet }) };
  });
  const known = new Set(named.map(({ link }) => sourceKey(link)));
  const others = [...byLink]
    .filter(([key]) => !known.has(key))
    .map(([, { title = '', ...record }]) => sourceOf(title, record));
  return [...named, ...others];
}

function sourceOf(title: string, { link, source, snippet }: SourceRecord): AnswerSource {
  return { title, link, ...(source !== undefined && { source }), ...(snippet !== undefined && { snippet }) };
}

/** Identifies a source: cards link to the text that they quote, which may be written in several ways. */
function sourceKey(link: string): string {
  return withoutPosition(link);
}

/**
 * For pages that mark no answer: the widest elements around the links that explain generated answers, without rows and
 * questions.
 */
function explainedBlocks({ page, rows }: Layout): Element[] {
  const links = page.anchors.filter(explainsOverview);
  if (links.length === 0) return [];
  const bounds = inOrder(
    rows.map(({ anchor }) => anchor),
    questionControls(page),
  );
  return links.map((anchor) => widestBlockAround(anchor, bounds));
}

/** Whether a link leads to the engine's help about generated answers. */
function explainsOverview(anchor: Element): boolean {
  const href = hrefOf(anchor);
  return href.includes('ai_overview') && serviceOf(outsideTarget(anchor)) === 'support';
}

/** Shorter texts belong to an empty place: its title, a note that it is loading. */
const minimumText = 60;

/** Answers to questions of the page may be generated too. */
function isInQuestions(page: Page, block: Element): boolean {
  return closest(block, (outer) => outer.hasAttribute('data-initq')) !== undefined || isCollapsedAnswer(page, block);
}
