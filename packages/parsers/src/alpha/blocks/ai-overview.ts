import { attribute, closest, type Element } from '../../html/tree.js';
import { isSectionHeading } from '../../page/headings.js';
import { type Line, linesOf } from '../../page/lines.js';
import { within } from '../../page/page.js';
import { labelOf } from '../../page/text.js';
import { isShown } from '../../page/visible.js';
import type { AiOverview, Source } from '../../results/blocks.js';
import { outsideTarget, serviceOf } from '../links.js';
import { withoutPlace } from './cards.js';
import { isDecoration } from './decoration.js';
import type { Layout } from './layout.js';

/** Reads the generated answer above or among the results; undefined where the page holds but an empty place for one. */
export function readAiOverview({ page }: Layout): AiOverview | undefined {
  for (const block of page.elements) {
    if (!isOverview(block) || closest(block, isQuestion) !== undefined || !isShown(block)) continue;
    const text = textLines(block)
      .map((line) => line.text)
      .join(' ');
    if (text.length < minimumText) continue;
    const links = within(page.anchors, block).filter((anchor) => outsideTarget(anchor) !== '');
    return { text, sources: sourcesOf(links) };
  }
  return undefined;
}

/** Shorter texts are those of the place itself: its title, a note that it is loading. */
const minimumText = 60;

function isOverview(element: Element): boolean {
  return (
    attribute(element, 'data-attrid') === 'SrpGenSumSummary' ||
    attribute(element, 'id') === 'm-x-content' ||
    element.hasAttribute('data-mcp')
  );
}

/** Answers to questions of the page may be generated too. */
function isQuestion(element: Element): boolean {
  return element.hasAttribute('data-q') || element.hasAttribute('data-initq');
}

/** The lines of the answer itself, without headings of the block, controls and the cards of its sources. */
function textLines(block: Element): Line[] {
  const lines = linesOf(block, { skip: isFurniture });
  return lines.filter(({ pieces }) => !pieces.every(({ link, text }) => link !== undefined || text.trim() === ''));
}

function isFurniture(element: Element): boolean {
  if (isDecoration(element) || isSectionHeading(element)) return true;
  return element.name === 'a' && outsideTarget(element) !== '' && linesOf(element).length > 1;
}

/** Each page once, under its longest title. Links to the engine's own help are no sources. */
function sourcesOf(links: readonly Element[]): Source[] {
  const sources = new Map<string, Source>();
  for (const anchor of links) {
    const link = outsideTarget(anchor);
    const title = linesOf(anchor)[0]?.text ?? labelOf(anchor).replace(/\.\s[^.]+\.$/, '');
    const known = sources.get(withoutPlace(link));
    if (title.length > (known?.title.length ?? 0) && !isOwnHelp(link)) sources.set(withoutPlace(link), { link, title });
  }
  return [...sources.values()].map(({ title, link }) => ({ title, link }));
}

function isOwnHelp(link: string): boolean {
  return helpServices.has(serviceOf(link) ?? '');
}

const helpServices = new Set(['support', 'policies', 'myactivity']);
