import { attribute, type Element, hrefOf } from '../../html/tree.js';
import { findAll, within } from '../../page/page.js';
import type { AlphaBlocks, Card, VideoCard } from '../../results/blocks.js';
import { isSearchLink, parameterOf } from '../links.js';
import { cardsIn, playersIn } from './cards.js';
import type { Layout, Section } from './layout.js';

/** The blocks whose items are cards that lead outside. */
export type Carousels = Pick<AlphaBlocks, 'top_stories' | 'perspectives' | 'discussions' | 'videos' | 'short_videos'>;

/** Reads the sections of cards, each of one kind. */
export function readCarousels(layout: Layout): Carousels {
  const carousels: Carousels = { top_stories: [], perspectives: [], discussions: [], videos: [], short_videos: [] };
  for (const section of layout.sections) {
    if (isQuestionList(layout, section)) continue;
    const cards = readCards(layout, section);
    const kind = carouselKindOf(layout, section, cards);
    if (kind === undefined) continue;
    carousels[kind].push(...(kind === 'videos' || kind === 'short_videos' ? cards : cards.map(withoutDuration)));
  }
  return carousels;
}

/** Cards that are played on the page lead nowhere: their video is named on an element. */
function readCards({ page }: Layout, { block }: Section): VideoCard[] {
  const cards = cardsIn(page, block);
  return cards.length > 0 ? cards : playersIn(page, block);
}

function carouselKindOf(layout: Layout, section: Section, cards: readonly VideoCard[]): keyof Carousels | undefined {
  if (cards.length < 2) return undefined;
  if (leadsTo(layout, section.block, 'udm', '39') || cards.every(isShort)) return 'short_videos';
  const names = findAll(layout.page, section.block, (element) => cluster(element) !== undefined).map(cluster);
  const stories = names.filter((name) => name !== '0');
  if (leadsTo(layout, section.block, 'tbm', 'nws') || stories.length * 2 > names.length) return 'top_stories';
  if (names.length > 0) return 'perspectives';
  const videos = cards.filter(({ duration }) => duration !== undefined);
  if (videos.length * 2 >= cards.length) return 'videos';
  return cards.every(({ source, date }) => source !== undefined && date !== undefined) ? 'discussions' : undefined;
}

/** Name of the news story that the element shows an article of; what is no news has the name 0. */
function cluster(element: Element): string | undefined {
  return attribute(element, 'data-news-cluster-id');
}

function isQuestionList({ page }: Layout, { block }: Section): boolean {
  return findAll(page, block, (element) => element.hasAttribute('aria-controls') && isFolded(element)).length > 1;
}

function isFolded(element: Element): boolean {
  return attribute(element, 'aria-expanded') === 'false';
}

function isShort({ link }: VideoCard): boolean {
  return /\/(?:shorts|reels?)\/|tiktok\.com\//.test(link);
}

function leadsTo({ page }: Layout, block: Element, name: string, value: string): boolean {
  return within(page.anchors, block).some((anchor) => {
    const href = hrefOf(anchor);
    return isSearchLink(href) && parameterOf(href, name) === value;
  });
}

function withoutDuration({ duration: _, ...card }: VideoCard): Card {
  return card;
}
