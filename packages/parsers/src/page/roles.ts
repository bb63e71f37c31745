import { attribute, type Element } from '../html/tree.js';

/** Whether a role is among those that the element states: `role="heading link"` states two, in order of preference. */
export function hasRole(element: Element, role: string): boolean {
  const stated = attribute(element, 'role');
  if (stated === undefined || stated === role) return stated === role;
  return stated.includes(' ') && stated.split(separators).includes(role);
}

/** Whether the element is there to be pressed, not to be read: a button by its name or by its role. */
export function isButton(element: Element): boolean {
  return element.name === 'button' || hasRole(element, 'button');
}

const separators = /\s+/;
