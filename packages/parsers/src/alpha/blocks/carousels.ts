import { attributeBits } from '../../html/attributes.js';
import { attribute, type Element, hrefOf, isInside, textContentOf } from '../../html/tree.js';
import { linesOf, textsOf } from '../../page/lines.js';
import { anchorsWithin, elementsWithin, headingsWithin, lastBefore, mergeInDocumentOrder } from '../../page/lists.js';
import { elementsThatMayHaveAttributes, oncePerPage, type Page } from '../../page/page.js';
import { isSectionHeading } from '../../page/roles.js';
import { textOf } from '../../page/text.js';
import { isRendered } from '../../page/visible.js';
import type { Located } from '../../reading/blocks/located.js';
import { withoutUndefined } from '../../reading/found.js';
import type { Card, VideoCard } from '../../results/block-items.js';
import type { Post } from '../../results/blocks.js';
import { hostOf } from '../../words/address.js';
import { isDateText, isRecentDate, isRelativeDateText } from '../../words/dates.js';
import { isBlank, longestOf } from '../../words/text.js';
import { isAlphaHost } from '../hosts.js';
import { externalTargetOf, parameterOf, searchAnchors } from '../links.js';
import { type ParsedCard, readCardsIn, splitCardLine } from './cards.js';
import { leadsToNewsTab, type Section, type SectionedPage, widestBlockAround } from './layout.js';

/** The blocks whose items are cards with external links. */
export type Carousels = Record<CarouselKind, readonly Located<VideoCard>[]>;

type CarouselKind = 'top_stories' | 'local_news' | 'perspectives' | 'discussions' | 'videos' | 'short_videos';

/** Reads the sections of cards, each of one kind. */
export function readCarousels(layout: SectionedPage): Carousels {
  const carousels: Record<CarouselKind, Located<VideoCard>[]> = {
    top_stories: [],
    local_news: [],
    perspectives: [],
    discussions: [],
    videos: [],
    short_videos: [],
  };
  for (const section of layout.allSections) {
    const cards = readCardsIn(layout.page, section);
    const kind = carouselKindOf(layout, section, cards);
    if (kind === undefined) continue;
    const titled = cards.filter(({ card }) => card.title !== '' || kind === 'perspectives'); // a post may be an image
    carousels[kind].push(...titled.map((card) => ({ item: cardAs(kind, card), element: card.element })));
  }
  return carousels;
}

/** Only with news, the logo names the publisher. */
function cardAs(kind: CarouselKind, { card, logo }: ParsedCard): VideoCard {
  const source = card.source ?? (kind === 'top_stories' ? logo : undefined);
  const { duration, ...others } = card;
  const isVideo = kind === 'videos' || kind === 'short_videos';
  return { ...others, ...withoutUndefined({ source }), ...(isVideo && duration !== undefined && { duration }) };
}

function carouselKindOf(
  layout: SectionedPage,
  section: Section,
  cards: readonly ParsedCard[],
): CarouselKind | undefined {
  if (leadsToNewsTab(layout.page, section.heading)) return 'top_stories'; // here, one card is enough
  if (cards.length === 1 && cards.every(isDatedVideo)) return 'videos';
  if (cards.length < 2 || cards.every(leadsToEngine) || countPosts(layout.page, section.block) >= cards.length)
    return undefined;
  if (leadsTo(layout, section.block, 'udm', '39') || cards.every(({ card }) => isShort(card))) return 'short_videos';
  const names = elementsWithin(articlesOf(layout.page), section.block).map(storyIdOf);
  const stories = names.filter((name) => name !== '0');
  if (leadsTo(layout, section.block, 'tbm', 'nws') || stories.length * 2 > names.length) return 'top_stories';
  if (names.length > 0) return 'perspectives';
  const kind = kindOfCards(cards);
  const isSection = layout.sections.includes(section) || isMost(cards, ({ date }) => date !== undefined);
  return kind === 'videos' && !isSection ? undefined : kind; // these may be matches
}

/** The engine's other services are beside its tabs. */
function leadsToEngine({ card }: ParsedCard): boolean {
  return isAlphaHost(hostOf(card.link));
}

/** A pack may have a single card left, with duration and date. */
function isDatedVideo({ duration, date }: ParsedCard): boolean {
  return duration !== undefined && date !== undefined;
}

/** The kind that the cards themselves show, on pages that mark none. */
function kindOfCards(cards: readonly ParsedCard[]): CarouselKind | undefined {
  if (isMost(cards, isLiked)) return 'perspectives'; // including films
  if (isMost(cards, ({ duration }) => duration !== undefined)) return 'videos';
  if (isMost(cards, ({ logo }) => logo !== undefined) && areFresh(cards)) return 'top_stories';
  if (isMost(cards, isOpinion)) return 'perspectives';
  const areSigned = isMost(cards, ({ source, date }) => source !== undefined && date !== undefined);
  if (areSigned && cards.every(({ isHeaded }) => isHeaded)) return 'discussions';
  return areFresh(cards) ? 'top_stories' : undefined;
}

/** Whether all cards have a relative date, some of at most a few days. */
function areFresh(cards: readonly ParsedCard[]): boolean {
  return cards.every(({ date = '' }) => isRelativeDateText(date)) && cards.some(({ date = '' }) => isRecentDate(date));
}

/** A post begins with its number of likes. */
function isLiked({ isHeaded, startsWithCount }: ParsedCard): boolean {
  return isHeaded && startsWithCount;
}

/** An opinion article begins with its author. */
function isOpinion(card: ParsedCard): boolean {
  const { isHeaded, hasNameAboveTitle, source, date } = card;
  return isLiked(card) || (isHeaded && hasNameAboveTitle && source !== undefined && date !== undefined);
}

function isMost(cards: readonly ParsedCard[], test: (card: ParsedCard) => boolean): boolean {
  return cards.filter(test).length * 2 >= cards.length;
}

/** The id of the news story of an element's article; 0 if it is not news. */
function storyIdOf(element: Element): string | undefined {
  return attribute(element, 'data-news-cluster-id');
}

const articlesOf: (page: Page) => readonly Element[] = oncePerPage((page) =>
  elementsThatMayHaveAttributes(page, attributeBits(['data-news-cluster-id'])).filter(
    (element) => storyIdOf(element) !== undefined,
  ),
);

function isShort({ link }: VideoCard): boolean {
  return /\/(?:shorts|reels?)\/|tiktok\.com\//.test(link);
}

function leadsTo({ page }: SectionedPage, block: Element, name: string, value: string): boolean {
  return elementsWithin(searchAnchors(page), block).some((anchor) => parameterOf(hrefOf(anchor), name) === value);
}

/** Reads the posts of X on the page, except rows and cards of other sections. */
export function readPosts({ page, rows, sections }: SectionedPage, cards: readonly Card[]): Located<Post>[] {
  const known = new Set([...rows, ...cards].map(({ link }) => postIdIn(link)));
  const rowAnchors = rows.map(({ anchor }) => anchor);
  const links = page.anchors.filter((anchor) => postIdOf(anchor) !== '' && canBeFollowed(anchor));
  if (links.length === 0) return [];
  const pictures = links.filter(leadsIntoPost);
  const whole = links.filter((anchor) => !leadsIntoPost(anchor));
  const firsts = new Map([...whole, ...pictures].toReversed().map((anchor) => [postIdOf(anchor), anchor]));
  const statuses = mergeInDocumentOrder([...firsts.values()]).map((anchor) => [postIdOf(anchor), anchor] as const);
  const bounds = mergeInDocumentOrder(
    links,
    rowAnchors,
    sections.map(({ heading }) => heading),
  );
  return statuses.flatMap(([status, anchor]) => {
    if (known.has(status)) return [];
    const block = widestBlockAround(anchor, bounds, (other) => postIdOf(other) === status);
    return readPost(page, anchor, block).map((item) => ({ item, element: anchor }));
  });
}

/** The text of a post is its heading, if it has one: the last heading before the link, else the first one. */
function readPost(page: Page, anchor: Element, block: Element): Post[] {
  const headings = headingsWithin(page, block).filter(
    (inner) => !isSectionHeading(inner) && textOf(inner) !== '' && !isInside(inner, leadsElsewhere),
  );
  const heading = lastBefore(headings, anchor) ?? headings[0];
  const lines = textsOf(linesOf(block));
  const text = heading === undefined ? longestOf(lines) : textOf(heading);
  const date = lines.flatMap(splitCardLine).find(isDateText);
  return text === '' ? [] : [{ text, link: linkOf(anchor), ...withoutUndefined({ date }) }];
}

/** Whether a link leads to another page than a post: the author's, or that of a card beside it. */
function leadsElsewhere(element: Element): boolean {
  return element.name === 'a' && externalTargetOf(element) !== '' && postIdOf(element) === '';
}

/** A link without text that is not displayed names the target of the card around it, which a script follows. */
function canBeFollowed(anchor: Element): boolean {
  return isRendered(anchor) || (isBlank(textContentOf(anchor)) && isRendered(anchor.parent!));
}

/** The id of the post that a link leads to; `''` for any other link. */
function postIdOf(anchor: Element): string {
  if (!hrefOf(anchor).includes('status')) return ''; // cheap test before parsing the link
  return postIdIn(externalTargetOf(anchor));
}

/** The post itself, even if the link leads to an image of it. */
function linkOf(anchor: Element): string {
  return externalTargetOf(anchor).replace(withinPost, '$1');
}

/** Whether a link leads to an image or a video of a post. */
function leadsIntoPost(anchor: Element): boolean {
  return withinPost.test(externalTargetOf(anchor));
}

const withinPost = /(\/status\/\d+)\/(?:photo|video)\/\d+/;

/** Number of posts of X that the links in an element lead to. */
function countPosts(page: Page, outer: Element): number {
  const posts = new Set(anchorsWithin(page, outer).map(postIdOf));
  posts.delete('');
  return posts.size;
}

/** The post's id. */
function postIdIn(link: string): string {
  return /^https?:\/\/(?:[a-z]+\.)?(?:twitter|x)\.com\/[^/]+\/status\/(\d+)/.exec(link)?.[1] ?? '';
}
