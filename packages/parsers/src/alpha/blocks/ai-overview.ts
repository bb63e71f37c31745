import { closest, type Element, hrefOf } from '../../html/tree.js';
import type { Page } from '../../page/page.js';
import { isShown } from '../../page/visible.js';
import type { AiOverview } from '../../results/blocks.js';
import { serviceOf } from '../hosts.js';
import { outsideTarget } from '../links.js';
import { cardsOfSources, sourcesOf } from './answer-sources.js';
import { generatedText, isGenerated } from './answer-text.js';
import { isFoldedAnswer, questionControls } from './folded.js';
import { blockAround, inOrder, type Layout } from './layout.js';

/** Reads the generated answer above or among the results; undefined where the page holds but an empty place for one. */
export function readAiOverview(layout: Layout): AiOverview | undefined {
  const { page } = layout;
  const marked = page.elements.filter(isGenerated);
  for (const block of marked.length > 0 ? marked : explainedBlocks(layout)) {
    if (isInQuestions(page, block) || !isShown(block)) continue;
    const cards = cardsOfSources(page, block);
    const text = generatedText(page, block, cards);
    if (text.length >= minimumText) return { text, sources: sourcesOf(page, block, cards) };
  }
  return undefined;
}

/** What stands around the links that explain generated answers, without rows and questions: for pages that mark none. */
function explainedBlocks({ page, rows }: Layout): Element[] {
  const bounds = inOrder(
    rows.map(({ anchor }) => anchor),
    questionControls(page),
  );
  return page.anchors.filter(explainsOverview).map((anchor) => blockAround(anchor, bounds));
}

/** Whether a link leads to the engine's help about generated answers. */
function explainsOverview(anchor: Element): boolean {
  const href = hrefOf(anchor);
  return href.includes('ai_overview') && serviceOf(outsideTarget(anchor)) === 'support';
}

/** Shorter texts are those of the place itself: its title, a note that it is loading. */
const minimumText = 60;

/** Answers to questions of the page may be generated too. */
function isInQuestions(page: Page, block: Element): boolean {
  return closest(block, (outer) => outer.hasAttribute('data-initq')) !== undefined || isFoldedAnswer(page, block);
}
