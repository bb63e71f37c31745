import { expect, test } from 'vitest';
import { hrefOf } from '../../src/html/tree.js';
import { linesOf } from '../../src/page/lines.js';
import { parseHtmlPage } from '../../src/page/page.js';
import { textOf } from '../../src/page/text.js';

const linksIn = (html: string): string[] =>
  parseHtmlPage(html).anchors.map((link) => `${textOf(link)} ${hrefOf(link)}`);

test.each<[string, string, string[]]>([
  ['a button', '<button data-href="https://pear.example/">Pear</button>', ['Pear https://pear.example/']],
  ['a box', '<div role="link" data-url="https://pear.example/">Pear</div>', ['Pear https://pear.example/']],
  ['an anchor', '<a role="link" data-href="/search?q=pear">Pear</a>', ['Pear /search?q=pear']],
  ['an option', '<select><option value="/search?q=pear&start=10">2</select>', ['2 /search?q=pear&start=10']],
  [
    'a click handler',
    `<button onclick="location.href='https://pear.example/'">Pear</button>`,
    ['Pear https://pear.example/'],
  ],
  [
    'a click handler that opens a window',
    `<span role="link" onclick="open('/url?q=x')">Pear</span>`,
    ['Pear /url?q=x'],
  ],
  ['the same address twice', '<button data-a="/x?y" data-b="/x?y">Pear</button>', ['Pear /x?y']],
  [
    'an element inside another',
    '<div role="link" data-a="/x?y">A <b role="link" data-a="/z?y">b</b></div>',
    ['A b /x?y', 'b /z?y'],
  ],
  [
    'a link to a script',
    '<a href="javascript:void(0)" data-url="https://pear.example/">Pear</a>',
    ['Pear https://pear.example/'],
  ],
  ['a link to the top', '<a href="#" data-url="https://pear.example/">Pear</a>', ['Pear https://pear.example/']],
  ['a link to a part of the page', '<a href="#a" data-url="https://pear.example/">Pear</a>', ['Pear #a']],
  ['a link to a script that is a button', '<a role="button" href="#" data-url="/x?y">Pear</a>', ['Pear #']],
  ['a link to a path like the scheme', '<a href="javascript" data-url="/x?y">Pear</a>', ['Pear javascript']],
  ['an anchor without an address', '<a data-href="/x?y">Pear</a>', ['Pear /x?y']],
  [
    'an address beside a redirect to it',
    '<button data-a="/url?q=x" data-b="https://pear.example/">Pear</button>',
    ['Pear https://pear.example/'],
  ],
  [
    'a button with an address of its own',
    '<form><input name="q"><button formaction="https://pear.example/">Pear</button></form>',
    ['Pear https://pear.example/'],
  ],
  [
    'the button of a form without fields',
    '<form action="https://pear.example/"><p><button>Pear</button></p></form>',
    ['Pear https://pear.example/'],
  ],
  [
    'the button of a form that leads through a redirect',
    '<form action="/url?q=https://pear.example/"><button>Pear</button></form>',
    ['Pear /url?q=https://pear.example/'],
  ],
  [
    'the button of a form that sends a hidden value',
    '<form action="/search"><input type="hidden" name="q" value="red pear"><button>Red pear</button></form>',
    ['Red pear /search?q=red+pear'],
  ],
  [
    'buttons that send values of their own in place of the query of the action',
    '<form action="/search?x=1"><input type="hidden" name="q" value="pear"><button name="start" value="10">2</button><button name="start" value="20">3</button></form>',
    ['2 /search?q=pear&start=10', '3 /search?q=pear&start=20'],
  ],
  [
    'the button of a form that posts',
    '<form method="POST" action="/search"><button name="q" value="pear">Pear</button></form>',
    [],
  ],
  ['the button of a form without an action', '<form><button name="q" value="pear">Pear</button></form>', []],
  ['the button of a form with a field', '<form action="https://pear.example/"><input><button>Go</button></form>', []],
  [
    'the button of a form with a hidden choice',
    '<form action="https://pear.example/"><select></select><button>Go</button></form>',
    [],
  ],
  [
    'the button of a form with a text',
    '<form action="https://pear.example/"><textarea></textarea><button>Go</button></form>',
    [],
  ],
  ['the button of a form of the engine', '<form action="/search"><button>Search</button></form>', []],
  ['a box in a form', '<form action="https://pear.example/"><b role="link">Pear</b></form>', []],
  [
    'an area of an image',
    '<h3>Pear</h3><img usemap="#m"><map name="m"><area href="https://pear.example/"></map>',
    ['Pear https://pear.example/'],
  ],
  ['two addresses of other sites', '<button data-a="https://a.example/" data-b="https://b.example/">Pear</button>', []],
  [
    'a card with a click handler',
    `<div onclick="location.href='https://pear.example/'"><h3>Pear</h3><p>Text</p></div>`,
    ['Pear https://pear.example/'],
  ],
  [
    'a card around other links',
    `<div onclick="location.href='https://pear.example/'"><h3>Pear</h3><p><a href="/x">Text</a></p></div>`,
    ['Pear https://pear.example/', 'Text /x'],
  ],
  [
    'a card around the link of its title',
    '<div role="link" data-href="https://pear.example/"><a href="/url?q=x"><h3>Pear</h3></a></div>',
    ['Pear /url?q=x'],
  ],
  [
    'a card of the role of a link',
    '<div role="link" data-href="https://pear.example/"><p>Site</p><h3>Pear</h3></div>',
    ['Pear https://pear.example/'],
  ],
  [
    'a card without a heading',
    `<div onclick="location.href='https://pear.example/'"><p>Pear</p></div>`,
    ['Pear https://pear.example/'],
  ],
  [
    'a card without a heading around other links',
    `<div onclick="location.href='https://pear.example/'">Pear <a href="/x">Text</a></div>`,
    ['Text /x'],
  ],
  [
    'a card with a link in its heading',
    `<div onclick="open('/x?y')"><h3><a href="/z">Pear</a></h3></div>`,
    ['Pear /z'],
  ],
  ['a button around a heading', '<button data-a="/x?y"><h3>Pear</h3>Site</button>', ['Pear Site /x?y']],
  ['a card with two headings', `<div onclick="open('/x?y')"><h3>Pear</h3><h3>Plum</h3></div>`, []],
  ['a click handler without an address', '<div onclick="count(1)"><h3>Pear</h3></div>', []],
  ['two addresses', '<button data-a="/x?y" data-b="/z?y">Pear</button>', []],
  ['no address', '<button data-href="pear" title="https://pear.example/">Pear</button>', []],
  ['an element that is neither a button nor a link', '<div data-href="https://pear.example/">Pear</div>', []],
  ['a link with an address', '<a role="link" href="/a" data-href="https://pear.example/">Pear</a>', ['Pear /a']],
])('reads the address of a scripted link: %s', (_, html, expected) => {
  expect(linksIn(html)).toEqual(expected);
});

test('displays scripted links like the original elements', () => {
  const html = '<div role="link" data-a="/x?y">One</div><div role="link" data-a="/x?z" hidden>Two</div><i>Three</i>';
  expect(linesOf(parseHtmlPage(html).document).map(({ text }) => text)).toEqual(['One', 'Three']);
});

const based = (base: string, href: string): string[] => linksIn(`<base href="${base}"><a href="${href}">x</a>`);

test.each<[string, string, string]>([
  ['https://a.example/b/', 'c?d', 'x https://a.example/b/c?d'],
  ['https://a.example/b', '?d', 'x https://a.example/b?d'],
  ['/b/', 'c?d', 'x /b/c?d'],
  ['https://a.example/', '/c', 'x /c'],
  ['https://a.example/', '#c', 'x #c'],
  ['https://a.example/', 'https://b.example/', 'x https://b.example/'],
  ['https://a.example/', 'javascript:c', 'x javascript:c'],
  ['', 'c', 'x c'],
])('resolves a link with the base %j: %j', (base, href, expected) => {
  expect(based(base, href)).toEqual([expected]);
});

test('uses the first base element only', () => {
  expect(linksIn('<base href="https://a.example/"><base href="https://b.example/"><a href="c">x</a>')).toEqual([
    'x https://a.example/c',
  ]);
});
