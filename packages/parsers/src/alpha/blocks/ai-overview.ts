import { closest, type Element } from '../../html/tree.js';
import { isShown } from '../../page/visible.js';
import type { AiOverview } from '../../results/blocks.js';
import { cardsOfSources, sourcesOf } from './answer-sources.js';
import { generatedText, isGenerated } from './answer-text.js';
import type { Layout } from './layout.js';

/** Reads the generated answer above or among the results; undefined where the page holds but an empty place for one. */
export function readAiOverview({ page }: Layout): AiOverview | undefined {
  for (const block of page.elements) {
    if (!isGenerated(block) || closest(block, isQuestion) !== undefined || !isShown(block)) continue;
    const cards = cardsOfSources(page, block);
    const text = generatedText(page, block, cards);
    if (text.length >= minimumText) return { text, sources: sourcesOf(page, block, cards) };
  }
  return undefined;
}

/** Shorter texts are those of the place itself: its title, a note that it is loading. */
const minimumText = 60;

/** Answers to questions of the page may be generated too. */
function isQuestion(element: Element): boolean {
  return element.hasAttribute('data-q') || element.hasAttribute('data-initq');
}
