import { describe, expect, test } from 'vitest';
import { attributeBits } from '../../src/html/attributes.js';
import { ancestors, attributesFromList, attributeText, Element } from '../../src/html/tree.js';
import { parseHtmlPage } from '../../src/page/page.js';

const elementWith = (...names: string[]): Element =>
  new Element('i', '', false, attributesFromList(names.map((name) => ({ name, value: `the ${name}` }))));

describe('an element with listed attributes', () => {
  test.each([['href'], ['href', 'title']])('has each of them', (...names) => {
    const element = elementWith(...names);
    for (const name of names) {
      expect([element.attribute(name), element.hasAttribute(name), element.mayHave(attributeBits([name]))]).toEqual([
        `the ${name}`,
        true,
        true,
      ]);
    }
    expect([element.attribute('lang'), element.hasAttribute('lang'), attributeText(element, 'lang')]).toEqual([
      undefined,
      false,
      '',
    ]);
  });

  test('may have none if the list is empty', () => {
    expect(elementWith().mayHave(attributeBits(['href', 'title', 'id', 'class']))).toBe(false);
  });
});

test('an attribute with the lowest bit is read', () => {
  const { elements } = parseHtmlPage('<p data-pos=1>x</p>'); // the bit of this name is 1
  const element = elements.find(({ name }) => name === 'p')!;
  const bits = attributeBits(['data-pos']);
  expect([bits, element.attribute('data-pos'), element.hasAttribute('data-pos'), element.mayHave(bits)]).toEqual([
    1,
    '1',
    true,
    true,
  ]);
});

test('only the document is the root, and it is no ancestor', () => {
  const { document, elements } = parseHtmlPage('<main><p><i>x</i></p></main>');
  expect(document.type).toBe('root');
  expect(new Set(elements.slice(1).map(({ type }) => type))).toEqual(new Set(['tag']));
  const element = elements.find(({ name }) => name === 'i')!;
  expect(Array.from(ancestors(element), ({ name }) => name)).toEqual(['p', 'main', 'body', 'html']);
});
