import { describe, expect, test } from 'vitest';
import { parseBetaSearch } from '../../src/index.js';

const text = 'A text that says something of the row and is long enough for it.';
const link = 'https://www.site.example/a';
const title = `<h2><a href="${link}">Row 1</a></h2>`;
const cite = '<cite>site.example › a</cite>';
const host = 'site.example';
const other = `<li><div><div>Other</div><cite>other.example</cite></div><h2><a href="https://other.example/">Row 2</a></h2><p>${text}</p></li>`;

function sourceOf(row: string): string {
  const page = `<title>tea - Search</title><ol id="b_results"><li>${row}</li>${other}</ol>`;
  const { title: read, source, snippet } = parseBetaSearch(page).organic_results[0]!;
  expect([read, snippet]).toEqual(['Row 1', text]);
  return source;
}

const letters = (count: number): string => 'N'.repeat(count);

test('the name and the title may be in elements for addresses', () => {
  const cited = title.replace('Row 1', '<cite>Row 1</cite>');
  expect(sourceOf(`<div><div><cite>Site</cite></div>${cite}</div>${cited}<p>${text}</p>`)).toBe('Site');
  expect(sourceOf(`<div><div><cite>Site.example</cite></div>${cite}</div>${cited}<p>${text}</p>`)).toBe('Site.example');
});

describe('the name between title and address', () => {
  const between = (inside: string, heading = title): string => `${heading}${inside}<div>${cite}</div><p>${text}</p>`;

  test.each<[string, string, string]>([
    ['a short line', '<div>Site</div>', 'Site'],
    ['the last of two', '<div>Verified</div><div>Site</div>', 'Site'],
    ['a line that ends in a separator', '<div>Site ·</div>', 'Site'],
    ['a link to the target', `<div><a href="${link}">Site</a></div>`, 'Site'],
    ['60 letters', `<div>${letters(60)}</div>`, letters(60)],
    ['not 61 letters', `<div>${letters(61)}</div>`, host],
    ['not a link to another site', '<div><a href="https://a.example/">Site</a></div>', host],
    ['not a line that is partly such a link', '<div>By <a href="https://a.example/">A</a></div>', host],
    ['not a button', '<div>Site</div><div role="button">Save</div>', 'Site'],
    ['not a date', '<div>Mar 3, 2024</div>', host],
    ['not a number', '<div>12</div>', host],
  ])('is %s', (_, inside, source) => {
    expect(sourceOf(between(inside))).toBe(source);
  });

  test('is in the line of the title', () => {
    const inline = title.replace('<h2>', '<h2 style="display:inline">');
    expect(sourceOf(between(' <span>Site</span>', inline))).toBe('Site');
  });

  test('is not the text above the address if that is the excerpt', () => {
    expect(sourceOf(`<div>Site</div>${title}<p>${text}</p><div>${cite}</div>`)).toBe('Site');
    expect(sourceOf(`${title}<p>${text}</p><div>Posted here</div><div>${cite}</div>`)).toBe(host);
  });

  test('is above the title if there is none', () => {
    expect(sourceOf(`<div>Site</div>${between('')}`)).toBe('Site');
  });
});

describe('the name beside an address above the title', () => {
  const beside = (head: string): string => `${head}${title}<p>${text}</p>`;

  test.each<[string, string, string]>([
    ['before it', `<div><div>Site</div>${cite}</div>`, 'Site'],
    ['before it in an element around both', `<div><div>Site</div><div><div>${cite}</div></div></div>`, 'Site'],
    ['before it, not the text after it', `<div><div>Site</div>${cite}<div>Saved</div></div>`, 'Site'],
    ['before it, not one nearer after it', `<div><div>Site</div><div>${cite}<div>Saved</div></div></div>`, 'Site'],
    ['after it', `<div>${cite}<div>Site</div></div>`, 'Site'],
    ['the nearest after it', `<div><div>${cite}<div>Site</div></div><div>Saved</div></div>`, 'Site'],
    ['the first line after it', `<div>${cite}<div>Site</div><div>Saved</div></div>`, 'Site'],
    ['after it, not a button', `<div>${cite}<button>Save</button><div>Site</div></div>`, 'Site'],
    ['60 letters after it', `<div>${cite}<div>${letters(60)}</div></div>`, letters(60)],
    ['not 61 letters after it', `<div>${cite}<div>${letters(61)}</div></div>`, host],
    ['not a date after it', `<div>${cite}<div>Mar 3, 2024</div></div>`, host],
    ['not a number after it', `<div>${cite}<div>12</div></div>`, host],
    ['in a line of its own above it', `<div>Site</div><div>${cite}</div>`, 'Site'],
    ['the nearest line above it', `<div>Verified</div><div>Site</div><div>${cite}</div>`, 'Site'],
    ['above it, not a number', `<div>Site</div><div>12</div><div>${cite}</div>`, 'Site'],
    ['above it, not a button', `<div>Site</div><button>Save</button><div>${cite}</div>`, 'Site'],
    ['above it, not a heading', `<div>Site</div><h3>From the web</h3><div>${cite}</div>`, 'Site'],
    ['60 letters above it', `<div>${letters(60)}</div><div>${cite}</div>`, letters(60)],
    ['not 61 letters above it', `<div>${letters(61)}</div><div>${cite}</div>`, host],
    ['not a date above it', `<div>Mar 3, 2024</div><div>${cite}</div>`, host],
  ])('is %s', (_, head, source) => {
    expect(sourceOf(beside(head))).toBe(source);
  });
});

describe('the name above the title of a row without an address', () => {
  test.each<[string, string, string]>([
    ['a short line', '<div>Site</div>', 'Site'],
    ['not a heading', '<div>Site</div><h3>From the web</h3>', 'Site'],
    ['in a heading around the title', `<div role="heading" aria-level="4"><span>Site</span>${title}</div>`, 'Site'],
  ])('is %s', (_, above, source) => {
    expect(sourceOf(above.includes('Row 1') ? `${above}<p>${text}</p>` : `${above}${title}<p>${text}</p>`)).toBe(
      source,
    );
  });
});

test('the names below the excerpts are read where they are parts of the hosts', () => {
  const row = (name: string, below: string): string =>
    `<li><h2><a href="https://${name}.example/">Row ${name}</a></h2><cite>${name}.example</cite><p>${text}</p>${below}</li>`;
  const sources = (...rows: string[]): string[] =>
    parseBetaSearch(`<title>tea - Search</title><ol id="b_results">${rows.join('')}</ol>`).organic_results.map(
      ({ source }) => source,
    );
  expect(sources(row('pear', '<div>Pear</div>'), row('plum', '<div>Plum</div>'))).toEqual(['Pear', 'Plum']);
  const beside = '<ul><li>Pears</li></ul><button>Pear it</button>';
  expect(sources(row('pear', `${beside}<div>Pear</div>`), row('plum', '<div>Plum</div>'))).toEqual(['Pear', 'Plum']);
  expect(sources(row('pear', ''), row('plum', ''))).toEqual(['pear.example', 'plum.example']);
});
