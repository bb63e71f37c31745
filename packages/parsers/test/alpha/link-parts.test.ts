import { expect, test } from 'vitest';
import { splitTitleAndAddress } from '../../src/alpha/organic-results/candidates.js';
import { linesOf } from '../../src/page/lines.js';
import { parseHtmlPage } from '../../src/page/page.js';

/** The title and the lines beside it of a link to `pears.example`; undefined if it shows no address. */
function partsOf(inside: string): [string[], string[]] | undefined {
  const anchor = parseHtmlPage(`<a href="https://pears.example/a">${inside}</a>`).anchors[0]!;
  const parts = splitTitleAndAddress(anchor, linesOf(anchor), 'pears.example');
  return parts && [parts.titleLines.map(({ text }) => text), parts.addressLines.map(({ text }) => text)];
}

const box = (...lines: string[]): string => lines.map((line) => `<div>${line}</div>`).join('');
const address = 'pears.example › a';

test.each<[string, string, [string[], string[]] | undefined]>([
  ['a title alone', 'Pears', undefined],
  ['an address alone', address, undefined],
  ['a title of two lines alone', box('Pears', 'and plums'), undefined],
  ['a title and an address in one line', `Pears <span>${address}</span>`, [['Pears'], [address]]],
  ['a title above an address', box('Pears', address), [['Pears'], [address]]],
  ['an address above a title', box(address, 'Pears'), [['Pears'], [address]]],
  ['a name and an address above a title', box('Shop', address, 'Pears'), [['Pears'], ['Shop', address]]],
  [
    'a text below the title',
    box('Shop', address, 'Pears', 'Of all kinds'),
    [['Pears'], ['Shop', address, 'Of all kinds']],
  ],
  ['a title above a name and an address', box('Pears', 'Shop', address), [['Pears'], ['Shop', address]]],
  ['a title in two boxes of one', box(box('Pears', 'and plums'), address), [['Pears', 'and plums'], [address]]],
  [
    'a title in two boxes, with a name',
    box(box('Pears', 'and plums', 'Shop'), address),
    [['Pears', 'and plums', 'Shop'], [address]],
  ],
  ['a title with a break', box('Pears<br>and plums', address), [['Pears', 'and plums'], [address]]],
  ['a marked address', box('Pears', '<cite>The orchard</cite>'), [['Pears'], ['The orchard']]],
  [
    'a marked address above what looks like one',
    box('<cite>The orchard</cite>', address),
    [[address], ['The orchard']],
  ],
  ['an address with the role of a text', box('Pears', '<span role="text">Orchard</span>'), [['Pears'], ['Orchard']]],
  [
    'an address with a scheme above a host',
    box('https://pears.example', 'pears.example'),
    [['pears.example'], ['https://pears.example']],
  ],
  ['a host above a breadcrumb', box(address, 'Pears › and plums'), [['Pears › and plums'], [address]]],
  ['a breadcrumb', box('Pears', 'Orchard › a'), [['Pears'], ['Orchard › a']]],
  ['two hosts', box('pears.example', 'pears.example › a'), [['pears.example'], ['pears.example › a']]],
])('a link shows %s', (_, inside, parts) => {
  expect(partsOf(inside)).toEqual(parts);
});
