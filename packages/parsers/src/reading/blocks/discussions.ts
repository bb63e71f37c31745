import type { Element } from '../../html/tree.js';
import { linesOf } from '../../page/lines.js';
import type { Page } from '../../page/page.js';
import type { Card } from '../../results/block-items.js';
import { cardsIn } from './cards.js';
import { isHeaded } from './headed.js';
import type { Located } from './located.js';
import type { EngineLinks, PageParts } from './parts.js';

/** Reads what people discuss: a headed part of the list with two threads or more, most of which count their answers. */
export function readDiscussions({ page, parts, links }: PageParts): Located<Card>[] {
  return parts.flatMap(({ element, column }) => (column === 'side' ? [] : threadsIn(page, element, links)));
}

/** The threads of a part; none where it is no list of them. */
export function threadsIn(page: Page, part: Element, links: EngineLinks): Located<Card>[] {
  if (!isHeaded(page, part)) return [];
  const counted = linesOf(part).filter(({ text }) => answers.test(text));
  if (counted.length < 2) return [];
  const cards = cardsIn(page, part, links).filter(({ item }) => item.title.length >= shortestTitle);
  return cards.length > 1 && counted.length * 2 >= cards.length ? cards : [];
}

/** "12 comments", "3 Antworten · 5 votes": a number and a word, in a line that is short. */
const answers =
  /^(?:.{1,40}·\s?)?\d[\d.,]*[KM]?\+?\s(?:answers?|comments?|votes?|upvotes?|replies|reply|posts?|Antworten|Kommentare|réponses|commentaires|respuestas|comentarios)\b/i;

const shortestTitle = 12;
