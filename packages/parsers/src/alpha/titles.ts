import { hostOf } from '../words/address.js';

/** A link in a heading. */
interface LinkInHeading {
  /** The target of the link. */
  readonly link: string;
  /** The level of the heading. */
  readonly level: number;
}

/**
 * The titles among links in headings, which are in document order: without those of a lower level beside a title of the
 * same site, which are its other pages or its name.
 */
export function titlesAmong<Link extends LinkInHeading>(links: readonly Link[]): Link[] {
  let last: Link | undefined; // that is a title
  return links.filter((link, index) => {
    const isTitle = !isBelow(link, last) && !isBelow(link, links[index + 1]);
    if (isTitle) last = link;
    return isTitle;
  });
}

function isBelow({ level, link }: LinkInHeading, title: LinkInHeading | undefined): boolean {
  return title !== undefined && level > title.level && hostOf(link) === hostOf(title.link);
}
