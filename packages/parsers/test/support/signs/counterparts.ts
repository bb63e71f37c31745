import type { Token } from 'parse5';

/** What stands in for a tag: an element that browsers display alike. */
export interface Counterpart {
  readonly tagName: string;
  /** Attributes that keep the display or the meaning which the other tag does not have by itself. */
  readonly attributes?: readonly Token.Attribute[];
}

/**
 * The element that may take the place of a tag without a person seeing a difference. Undefined for those that have none:
 * links, forms and their controls, pictures, tables (one of their elements cannot be another while the rest stay), what
 * is not displayed, and what is opened and closed.
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

/** The element that is a heading of the level without its tag saying so. */
function headingOf(level: number): Counterpart {
  const attributes = [
    { name: 'role', value: 'heading' },
    { name: 'aria-level', value: String(level) },
  ];
  return { tagName: 'div', attributes };
}

/** Elements of an engine's own are inline, like any that a browser does not know. */
function isCustom(tagName: string): boolean {
  return tagName.includes('-');
}
