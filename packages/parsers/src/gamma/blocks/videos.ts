import { type Element, hrefOf } from '../../html/tree.js';
import { linesOf } from '../../page/lines.js';
import { within } from '../../page/ordered.js';
import type { Page } from '../../page/page.js';
import { isShown } from '../../page/visible.js';
import type { Located } from '../../reading/blocks/located.js';
import type { PageParts } from '../../reading/blocks/parts.js';
import type { VideoCard } from '../../results/block-items.js';
import { isDateText } from '../../words/dates.js';
import { durationIn } from '../../words/durations.js';
import { targetOf } from '../links.js';

/** Reads the videos of the packs: links around cards, some of which show a running time. */
export function readVideos({ page, parts }: PageParts): Located<VideoCard>[] {
  return parts.flatMap(({ element, column }) => {
    const cards = column === 'side' ? [] : cardsIn(page, element);
    const timed = cards.filter(({ item }) => item.duration !== undefined);
    return cards.length > 1 && timed.length > 0 ? cards : [];
  });
}

function cardsIn(page: Page, part: Element): Located<VideoCard>[] {
  const anchors = within(page.anchors, part).filter(
    (anchor) => isShown(anchor) && targetOf(hrefOf(anchor)) !== undefined,
  );
  return anchors.flatMap((anchor) => {
    const texts = linesOf(anchor).map(({ text }) => text);
    const duration = texts.map(durationIn).find((time) => time !== undefined);
    const names = texts.filter((text) => /\p{L}{2}/u.test(text) && durationIn(text) === undefined);
    const [source, title] = names;
    if (source === undefined || title === undefined) return [];
    const date = texts.map(dateIn).find((text) => text !== undefined);
    const item = {
      title,
      link: targetOf(hrefOf(anchor))!,
      source,
      ...(date !== undefined && { date }),
      ...(duration !== undefined && { duration }),
    };
    return [{ item, element: anchor }];
  });
}

/** The date in a line, in which a number of views may follow it. */
function dateIn(text: string): string | undefined {
  if (isDateText(text)) return text;
  const before = text.replace(/\s?[\d.,]{1,12}[KMB]?$/, '');
  return before !== '' && before !== text && isDateText(before) ? before : undefined;
}
