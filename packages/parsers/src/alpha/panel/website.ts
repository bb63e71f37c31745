import { hostOf } from '../../html/address.js';
import { find, isHeading, type Page } from '../../html/page.js';
import { isHidden, textOf } from '../../html/text.js';
import { attribute, closest, type Element } from '../../html/tree.js';
import { targetOf } from '../links.js';
import type { Panel } from './find.js';
import { propertyOf } from './property.js';

/**
 * The entity's own site: the link that is marked as such or says its own host; for a business, the first link outside
 * among the buttons below its name. Only what stands before `end` is looked at: links after it have other purposes.
 */
export function readWebsite(page: Page, panel: Panel, end: number): string | undefined {
  const links = page.anchors.filter(({ order }) => order > panel.head.order && order < end).filter(isButton(page));
  const official = links.find((link) => closest(link, isOfficial) !== undefined) ?? links.find(saysItsHost);
  const link = official ?? (panel.marked.some(isOfPlace) ? links.find(leavesGoogle) : undefined);
  return link && targetOf(attribute(link, 'href') ?? '');
}

function isButton(page: Page): (link: Element) => boolean {
  return (link) => {
    if (targetHost(link) === '' || textOf(link) === '' || closest(link, isApart) !== undefined) return false;
    return find(page, link, (element) => element.name === 'img' || isHeading(element)) === undefined;
  };
}

function targetHost(link: Element): string {
  return hostOf(targetOf(attribute(link, 'href') ?? '') ?? '');
}

/** Directions and reviews lead to other services of the engine. */
function leavesGoogle(link: Element): boolean {
  return !/(?:^|\.)google\.[a-z.]+$/.test(targetHost(link));
}

function isApart(element: Element): boolean {
  return isHidden(element) || element.name === 'g-dialog' || attribute(element, 'role') === 'dialog';
}

function isOfficial(element: Element): boolean {
  return propertyOf(element) === 'visit_official_site';
}

function saysItsHost(link: Element): boolean {
  const bare = (host: string): string => host.replace(/^www\./, '');
  return bare(textOf(link).toLowerCase()) === bare(targetHost(link));
}

function isOfPlace(element: Element): boolean {
  return /^kc:\/(?:local:|location\/location:(?:address|hours|actions)|collection\/knowledge_panels\/local)/.test(
    propertyOf(element),
  );
}
