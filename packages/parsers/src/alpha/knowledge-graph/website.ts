import { closest, type Element, hrefOf, isElement } from '../../html/tree.js';
import { isHeading } from '../../page/headings.js';
import { lowerBound, within } from '../../page/ordered.js';
import { find, type Page } from '../../page/page.js';
import { hasRole } from '../../page/roles.js';
import { textOf } from '../../page/text.js';
import { hasText, isHidden } from '../../page/visible.js';
import { hostOf, withoutWww } from '../../words/address.js';
import { isOwnHost } from '../hosts.js';
import { isDialog } from '../landmarks.js';
import { targetOf } from '../links.js';
import type { Panel } from './panel.js';
import { isOfPlace, markedElements } from './property.js';

/**
 * The entity's own site: the link that is marked as such or shows its own host as text; for a business, the first
 * external link among the buttons below its name. Only links before `end` count: those after it have other purposes.
 */
export function readWebsite(page: Page, panel: Panel, end: number): string | undefined {
  const from = lowerBound(page.anchors, panel.head.order + 1);
  const buttons = page.anchors.slice(from, lowerBound(page.anchors, end)).filter((link) => isButton(page, link));
  const official = officialLink(page, buttons) ?? buttons.find((link) => saysItsHost(link) && !isApart(link));
  const isPlace = panel.marked.some(isOfPlace) || buttons.some(leadsThere);
  const isOfPhone = panel.evidence === 0 && panel.marked.length === 0;
  const mayBeSite = (link: Element): boolean => isPlace || (isOfPhone && isAmongControls(link));
  const link = official ?? buttons.find((link) => mayBeSite(link) && leavesEngine(link) && !isApart(link));
  return link && targetOf(hrefOf(link));
}

/** Links with a picture or a heading show a page; the entity's site they do not. */
function isButton(page: Page, link: Element): boolean {
  return hasText(link) && find(page, link, (element) => element.name === 'img' || isHeading(element)) === undefined;
}

function officialLink(page: Page, buttons: readonly Element[]): Element | undefined {
  for (const { element, property } of markedElements(page)) {
    if (property !== 'visit_official_site') continue;
    const link = within(buttons, element).find((button) => targetHost(button) !== '' && !isApart(button));
    if (link !== undefined) return link;
  }
  return undefined;
}

function targetHost(link: Element): string {
  return hostOf(targetOf(hrefOf(link)) ?? '');
}

/** Directions and reviews lead to other services of the engine. */
function leavesEngine(link: Element): boolean {
  const host = targetHost(link);
  return host !== '' && !isOwnHost(host);
}

/** Whether the link is beside links that are there to be pressed: to call, to save. */
function isAmongControls({ parent }: Element): boolean {
  return parent?.children.some((child) => isElement(child) && child.name === 'a' && hasRole(child, 'button')) === true;
}

/** Whether an ancestor of the link is hidden, or a dialog. */
function isApart(link: Element): boolean {
  return closest(link, (element) => isHidden(element) || isDialog(element)) !== undefined;
}

function saysItsHost(link: Element): boolean {
  const text = textOf(link);
  return text.includes('.') && withoutWww(text.toLowerCase()) === withoutWww(targetHost(link));
}

/** Whether a link shows the way to a place on the engine's map. */
function leadsThere(link: Element): boolean {
  return hrefOf(link).includes('/maps/dir/');
}
