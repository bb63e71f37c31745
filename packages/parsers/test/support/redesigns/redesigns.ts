import { attributeOf } from '../signs/signs.js';
import { deeperBoxes, flatterBoxes, repeated, replacedLeaves } from './boxes.js';
import { type Document, hashOf, renamed } from './elements.js';
import { renamedCustom, reversedAttributes, withIds, withoutAttributes, withoutHeadings } from './names.js';
import { withOwnLinks } from './own-links.js';
import { commentsBetween, emptiedScripts, spaceBetween, textInSpans } from './texts.js';

/** Changes a page in place. Returns `false` if there is nothing to change. */
type Redesign = (document: Document) => boolean;

/** Each removes one kind of sign from all elements. The visible differences do not concern the rows. */
const kinds: Readonly<Record<string, Redesign>> = {
  'no headings': withoutHeadings,
  'no cites': (document) => renamed(document, boxesFor('cite', 'span')),
  'no ids': (document) => withoutAttributes(document, /^id$/),
  'other ids': (document) => withIds(document, (id) => `x${hashOf(id).toString(36)}`),
  'no classes': (document) => withoutAttributes(document, /^class$/),
  'no data attributes': (document) => withoutAttributes(document, /^data-/),
  'no roles': (document) => withoutAttributes(document, /^(?:role|aria-.*)$/),
  'no language': (document) => withoutAttributes(document, /^(?:lang|dir)$/),
  'attributes in another order': reversedAttributes,
  'no lists': (document) => renamed(document, boxesFor('ol ul menu li dl dt dd')),
  'no tables': (document) => renamed(document, boxesFor('table tbody thead tfoot tr td th')),
  'no paragraphs': (document) => renamed(document, boxesFor('p')),
  'no sections': (document) =>
    renamed(document, boxesFor('article aside footer header hgroup main nav search section center')),
  'no elements of its own': renamedCustom,
  'sections for boxes': (document) => renamed(document, boxesFor('div', 'section')),
  'paragraphs for boxes': (document) => replacedLeaves(document, 'div', { tagName: 'p' }),
  'spans for boxes': (document) => replacedLeaves(document, 'div', { tagName: 'span', style: 'display:block' }),
  'boxes for spans': (document) => replacedLeaves(document, 'span', { tagName: 'div', style: 'display:inline' }),
  'deeper boxes': deeperBoxes,
  'flatter boxes': flatterBoxes,
  'text in spans': textInSpans,
  'comments between elements': commentsBetween,
  'white space between boxes': spaceBetween,
  'no scripts and no styles': emptiedScripts,
  'own links absolute': (document) => withOwnLinks(document, (href, origin) => href.replace(/^\/(?!\/)/, `${origin}/`)),
  'own links relative': (document) =>
    withOwnLinks(document, (href, origin) => (href.startsWith(`${origin}/`) ? href.slice(origin.length) : href)),
  'own links with one parameter more': (document) =>
    withOwnLinks(document, (href) => href.replace(/^[^?#]*\?[^#]*/, '$&&zx=7')),
  'menus twice': (document) => repeated(document, (element) => /^(?:nav|footer)$/.test(element.tagName)),
  'landmarks twice': (document) =>
    repeated(document, (element) => /^(?:navigation|contentinfo)$/.test(attributeOf(element, 'role') ?? '')),
};

/** Combinations of two kinds. */
const pairs: readonly (readonly [string, string])[] = [
  ['no headings', 'no cites'],
  ['no headings', 'no ids'],
  ['no headings', 'no lists'],
  ['no headings', 'deeper boxes'],
  ['no headings', 'no tables'],
  ['no ids', 'no classes'],
  ['no ids', 'no data attributes'],
  ['no ids', 'no roles'],
  ['no ids', 'no sections'],
  ['no ids', 'paragraphs for boxes'],
  ['no lists', 'text in spans'],
];

/** Changes of all signs of one or two kinds, by name. */
export const redesigns: Readonly<Record<string, Redesign>> = {
  ...kinds,
  ...Object.fromEntries(pairs.map(([one, other]) => [`${one}, ${other}`, both(kinds[one]!, kinds[other]!)])),
};

function both(one: Redesign, other: Redesign): Redesign {
  return (document) => [one(document), other(document)].includes(true);
}

/** Maps each of the names to the replacement. */
function boxesFor(names: string, box = 'div'): Readonly<Record<string, string>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, box]));
}
