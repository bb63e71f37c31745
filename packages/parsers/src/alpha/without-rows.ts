import type { Element } from '../html/tree.js';
import { isTrail, looksLikeAddress } from '../page/address-shape.js';
import { linesOf } from '../page/lines.js';
import { within } from '../page/ordered.js';
import type { Page } from '../page/page.js';
import { isShown } from '../page/visible.js';
import type { FoundRows } from '../reading/found.js';
import type { Reading } from '../reading/reading.js';
import { readBlocks } from './blocks/blocks.js';
import { layOut } from './blocks/layout.js';
import { isAdRegion, mainListOf, rowListsOf } from './landmarks.js';
import { isHelp, outsideTarget } from './links.js';
import { readPagination } from './pagination.js';

/**
 * Whether a page without rows is whole and answers with something else: it shows a tool or a block that is recognised,
 * and nothing on it may be a row that was not read. Only then is an empty list no guess.
 */
export function answersWithoutRows(reading: Reading, { candidates }: FoundRows<object>): boolean {
  const { page } = reading;
  const list = mainListOf(page) ?? rowListsOf(page)[0];
  if (list === undefined || !page.isWhole || candidates > 0) return false;
  if (offersPages(reading) || mayHoldRows(page, list)) return false;
  return holdsTool(page, list) || holdsPictures(page, list) || holdsBlock(page);
}

/** A pager counts pages of rows. */
function offersPages(reading: Reading): boolean {
  const { other_pages, has_next_page } = readPagination(reading).value;
  return has_next_page || other_pages.length > 0;
}

/** Rows lead elsewhere and show where: whatever a row is made of, it has one of the two. */
function mayHoldRows(page: Page, list: Element): boolean {
  const links = within(page.anchors, list).filter((anchor) => isShown(anchor) && !isHelp(anchor));
  if (links.some((anchor) => outsideTarget(anchor) !== '')) return true;
  return linesOf(list, { skip: isAdRegion }).some(({ text }) => isTrail(text) || looksLikeAddress(text, ''));
}

/** A converter or a calculator has fields of its own, also where it is read without a script. */
function holdsTool(page: Page, list: Element): boolean {
  const fields = within(page.elements, list).filter(({ name }) => name === 'input' || name === 'select');
  return fields.length > 1 && fields.some(isShown);
}

/** Pictures in a list that leads to no page: those that the engine shows for the query, whatever they are marked with. */
function holdsPictures(page: Page, list: Element): boolean {
  return (
    within(page.elements, list).filter((element) => element.name === 'img' && isShown(element)).length >= fewestPictures
  );
}

const fewestPictures = 3;

function holdsBlock(page: Page): boolean {
  const blocks = readBlocks(layOut(page, []));
  return Object.values(blocks).some((block) => (Array.isArray(block) ? block.length > 0 : block !== undefined));
}
