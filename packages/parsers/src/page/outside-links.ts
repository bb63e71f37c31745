import { type Element, hrefOf } from '../html/tree.js';

/** Whether a link may lead to another site: by its address, or through a redirect of the engine. */
export function mayLeadOut(link: Element): boolean {
  return !ownPath.test(link.writtenAttribute('href')!) && leadsOut.test(hrefOf(link));
}

/** Excludes most links within the site by how they are written: decoding the address would take longer than all the rest. */
const ownPath = /^(?:#|\/[a-fh-tv-z])/;

const leadsOut = /^\s*(?:https?:\/\/|\/(?:url|goto)\?)/i;
