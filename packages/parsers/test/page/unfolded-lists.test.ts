import { expect, test } from 'vitest';
import { childElements } from '../../src/html/tree.js';
import { parseHtmlPage } from '../../src/page/page.js';
import { textOf } from '../../src/page/text.js';

/** The texts of the items of the first list. */
function itemsOf(html: string): string[] {
  const list = parseHtmlPage(html).elements.find(({ name }) => name === 'ul' || name === 'ol')!;
  return childElements(list).map((item) => textOf(item));
}

const items = (...texts: string[]): string => texts.map((text) => `<li>${text}</li>`).join('');
const folded = (rest: string): string => `<details><summary>More</summary>${rest}</details>`;

test.each(['ul', 'ol'])('the rest of a list that its last item folds follows the items before it in an %s', (name) => {
  const rest = `<${name}>${items('Three', 'Four')}</${name}>`;
  expect(itemsOf(`<${name}>${items('One', 'Two', folded(rest))}</${name}>`)).toEqual(['One', 'Two', 'Three', 'Four']);
});

test('a list is unfolded as often as it is folded', () => {
  const last = folded(`<ul>${items('Five')}</ul>`);
  const rest = folded(`<ul>${items('Three', 'Four', last)}</ul>`);
  expect(itemsOf(`<ul>${items('One', 'Two', rest)}</ul>`)).toEqual(['One', 'Two', 'Three', 'Four', 'Five']);
});

test.each([
  ['another kind of list', items('One', 'Two', folded(`<ol>${items('Three', 'Four')}</ol>`)), 3],
  ['a list in a short one, as in a menu', items('One', folded(`<ul>${items('Two', 'Three')}</ul>`)), 2],
  ['a list between the items', items('One', folded(`<ul>${items('Two', 'Three')}</ul>`), 'Four'), 3],
  ['a list below a text of the item', items('One', 'Two', `Three${folded(`<ul>${items('Four', 'Five')}</ul>`)}`), 3],
  ['no list', items('One', 'Two', folded('<p>Three</p>')), 3],
])('%s stays folded', (_, html, count) => {
  expect(itemsOf(`<ul>${html}</ul>`)).toHaveLength(count);
});
