import type { Token } from 'parse5';

/** The replacement of a tag: an element that browsers display in the same way. */
export interface Counterpart {
  readonly tagName: string;
  /** Attributes that preserve the display or the meaning of the replaced tag. */
  readonly attributes?: readonly Token.Attribute[];
}

/**
 * The element that can replace a tag without a visible difference. `undefined` for tags without one: links, forms and
 * their controls, images, tables (their elements cannot be replaced individually), elements that are not displayed, and
 * disclosure elements.
 */
export function counterpartOf(tagName: string): Counterpart | undefined {
  return counterparts.get(tagName) ?? (isCustom(tagName) ? { tagName: 'span' } : undefined);
}

const counterparts: ReadonlyMap<string, Counterpart> = new Map([
  ...pairs(
    'section',
    'div address article aside figure figcaption footer header hgroup main nav search center dl dt dd p',
  ),
  ...pairs('div', 'section blockquote'),
  ...pairs('data', 'span'),
  ...pairs('span', 'abbr cite code font label nobr small time sub sup tt var'),
  ['b', { tagName: 'strong' }],
  ['strong', { tagName: 'b' }],
  ['em', { tagName: 'i' }],
  ['i', { tagName: 'em' }],
  ['mark', { tagName: 'em' }],
  ['s', { tagName: 'del' }],
  ['u', { tagName: 'ins' }],
  ['ul', { tagName: 'menu' }],
  ['menu', { tagName: 'ul' }],
  ['ol', { tagName: 'ul' }],
  ['li', { tagName: 'div', attributes: [{ name: 'style', value: 'display:list-item' }] }],
  ...[1, 2, 3, 4, 5, 6].map((level): [string, Counterpart] => [`h${level}`, headingOf(level)]),
]);

function pairs(tagName: string, names: string): [string, Counterpart][] {
  return names.split(' ').map((name) => [name, { tagName }]);
}

/** A `div` that is a heading of the level by its attributes. */
function headingOf(level: number): Counterpart {
  const attributes = [
    { name: 'role', value: 'heading' },
    { name: 'aria-level', value: String(level) },
  ];
  return { tagName: 'div', attributes };
}

/** Custom elements are inline, like all unknown elements. */
function isCustom(tagName: string): boolean {
  return tagName.includes('-');
}
