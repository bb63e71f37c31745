import { attribute, type Element } from '../html/tree.js';
import { hasRole } from './roles.js';

/** Whether the element is `h1`–`h6`, has the role of a heading, or has no role and states a heading's level. */
export function isHeading(element: Element): boolean {
  if (hasHeadingName(element) || hasRole(element, 'heading')) return true;
  return element.hasAttribute('aria-level') && !element.hasAttribute('role');
}

/** The heading's level, from 1; 0 where it states none. */
export function levelOf(heading: Element): number {
  return Number(attribute(heading, 'aria-level') ?? heading.name[1]) || 0;
}

/** Whether the heading begins a section of the page: levels 1 and 2. */
export function isSectionHeading(heading: Element): boolean {
  const level = levelOf(heading);
  return level === 1 || level === 2;
}

function hasHeadingName({ name }: Element): boolean {
  if (name.length !== 2 || name.charCodeAt(0) !== 0x68) return false;
  const level = name.charCodeAt(1) - 0x30;
  return level >= 1 && level <= 6;
}
