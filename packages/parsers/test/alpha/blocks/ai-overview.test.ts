import { expect, test } from 'vitest';
import { blocksOf, row } from '../../support/alpha-blocks.js';

const text = 'Pears are ripe when their neck gives way to a gentle press of the thumb.';
const head = '<div role="heading" aria-level="2">AI Overview</div>';

test('reads the text without controls and each source once', () => {
  const source = '<a href="https://a.example/x" aria-label="Ripe pears. Opens in new tab."></a>';
  const card = '<li><a href="https://b.example/y"><div>How to tell</div><div>b.example</div></a></li>';
  const help = '<a href="https://support.google.com/websearch">Learn more</a>';
  const html = `<div data-attrid="SrpGenSumSummary">${head}<div>${text}<button>Links</button></div><ul>${card}</ul>${source}${source}${help}</div>`;
  expect(blocksOf(html + row('first')).ai_overview).toEqual({
    text,
    sections: [{ kind: 'paragraph', text }],
    sources: [
      { title: 'How to tell', link: 'https://b.example/y', source: 'b.example' },
      { title: 'Ripe pears', link: 'https://a.example/x' },
    ],
  });
});

test('ignores an overview without text', () => {
  const html = `<div id="m-x-content">${head}<div>Searching</div></div>`;
  expect(blocksOf(html + row('first'))).not.toHaveProperty('ai_overview');
});

test('ignores a generated answer to a question', () => {
  const html = `<div data-q="Is it ripe?"><div data-attrid="SrpGenSumSummary">${text}</div></div>`;
  expect(blocksOf(html + row('first'))).not.toHaveProperty('ai_overview');
});

/** The text of an overview with the given content. */
const textWith = (html: string): string | undefined =>
  blocksOf(`<div data-mcp="18"><h1>AI Overview</h1>${html}</div>${row('first')}`).ai_overview?.text;
const answer = `<div>${text}</div>`;

test('leaves a repeated title and a message about availability out of the text', () => {
  const head = '<span>An overview is not available.</span><div aria-hidden="true">AI overview</div>';
  expect(textWith(`<div>${head}</div>${answer}`)).toBe(text);
});

test('leaves short texts that the keyboard reaches out of the text, as buttons without a role', () => {
  expect(textWith(`${answer}<div tabindex="0">Show all</div>`)).toBe(text);
  expect(textWith(`<div tabindex="0">${answer}</div><div tabindex="-1">Or not.</div>`)).toBe(`${text} Or not.`);
});

test('reads headings and collapsed labels as text', () => {
  const list =
    '<ul aria-hidden="true"><li><b aria-hidden="true">Neck:</b> soft</li><li><b aria-hidden="true">Stem:</b></li></ul>';
  expect(textWith(`${answer}<div role="heading" aria-level="2">Signs</div>${list}`)).toBe(
    `${text} Signs Neck: soft Stem:`,
  );
});

test('ends the text before a note with a link to help', () => {
  const note =
    '<div><h3>Check it</h3><span>Look elsewhere too.</span><a href="https://support.google.com/websearch?p=x">How</a></div>';
  expect(textWith(`${answer}${note}<div>Good</div><div>Bad</div>`)).toBe(text);
});

test('leaves source cards out of the text, but keeps links within sentences', () => {
  const card = (n: number): string =>
    `<li><a href="https://s${n}.example/" aria-label="Pears ${n}"></a><div>Pears ${n}</div><div>What pears are, told in a line.</div><div>Site ${n}</div></li>`;
  const inline = '<div>More is in <a href="https://b.example/">the book of pears</a>.</div>';
  expect(textWith(`${answer}${inline}<ul>${card(1)}${card(2)}</ul><div>An experiment.</div>`)).toBe(
    `${text} More is in the book of pears.`,
  );
});

test('leaves captions of code, button labels and hidden link text out of the text', () => {
  const code = '<div><div>javascript</div><pre>pick(pear);</pre><div>Use with care.</div></div>';
  const bar = '<div><button>Start</button><div aria-hidden="true">Send</div></div>';
  const link =
    '<div><a role="button" href="/search?q=Williams"><div>Williams:</div><span>. </span><span>Opens</span></a></div>';
  expect(textWith(`${answer}<div>Then:</div><div>Do:</div>${code}<div>Or:</div>${link}<div>Eat it .</div>${bar}`)).toBe(
    `${text} Then: Do: pick(pear); Or: Williams: Eat it.`,
  );
});

test('leaves out the full stop before a hidden note behind a link', () => {
  const link = '<div><b><a href="/search?q=Williams">Williams</a>:</b></div><span>. </span><span hidden>Opens</span>';
  expect(textWith(`${answer}<ul><li>${link}<div>Soft.</div></li></ul>`)).toBe(`${text} Williams: Soft.`);
});

test('reads code at the end of the answer', () => {
  expect(textWith(`${answer}<div>Do:</div><div><pre>pick(pear);</pre></div>`)).toBe(`${text} Do: pick(pear);`);
});

test('leaves out a title that repeats the heading before the overview', () => {
  const place = `<div id="m-x-content"><div><div aria-hidden="true">AI Overview</div></div>${answer}</div>`;
  expect(blocksOf(`<h1>AI overview</h1>${place}${row('first')}`).ai_overview?.text).toBe(text);
});

test('recognises an overview without attributes by its help link', () => {
  const help =
    '<div>It may be wrong. <a href="https://support.google.com/websearch?p=ai_overviews&amp;hl=en">Learn more</a></div>';
  const question =
    '<div><div role="button" aria-expanded="false">Is it ripe?</div><div>It is when it is soft.</div></div>';
  const html = `<div><div>${head}${answer}</div>${help}</div>${question}${row('first')}`;
  expect(blocksOf(html).ai_overview).toEqual({ text, sections: [{ kind: 'paragraph', text }], sources: [] });
});

test('leaves out a repeated first line as the title if there is no heading', () => {
  const title = '<div>AI overview</div><div aria-hidden="true">AI Overview</div>';
  expect(blocksOf(`<div data-mcp="18">${title}${answer}</div>${row('first')}`).ai_overview?.text).toBe(text);
});

test('leaves out a message that consists of a heading and a close button', () => {
  const message = (beside: string): string =>
    `<div><div><span role="heading" aria-level="3">More about your data</span></div>${beside}</div>`;
  const close = '<button aria-label="x"></button>';
  const html = (beside: string): string =>
    `<div data-mcp="18"><div>${head}${message(beside)}</div>${answer}</div>${row('first')}`;
  expect(blocksOf(html(close)).ai_overview?.text).toBe(text);
  expect(blocksOf(html(`${close}<p>See</p>`)).ai_overview?.text).toBe(`More about your data See ${text}`);
});

test('ignores an overview within a question', () => {
  const text = 'Pears are ripe when their neck gives way to a gentle press of the thumb.';
  const html = `<div data-mcp="18"><h1>AI Overview</h1><div>${text}</div></div>`;
  expect(blocksOf(html + row('first')).ai_overview?.text).toBe(text);
  expect(blocksOf(`<div data-initq="pears">${html}</div>${row('first')}`).ai_overview).toBeUndefined();
});

test.each([
  [60, true],
  [59, false],
])('reads an overview of %i letters: %j', (length, isRead) => {
  const words = 'x'.repeat(length);
  expect(blocksOf(`<div data-mcp="18"><p>${words}</p></div>${row('first')}`).ai_overview !== undefined).toBe(isRead);
});

test.each([
  ['https://support.google.com/websearch?p=ai_overviews', true],
  ['https://support.google.com/websearch?p=images', false],
  ['https://maps.google.com/?p=ai_overviews', false],
])('an overview without attributes ends with a link to %s: %j', (href, isRead) => {
  const html = `<div><div>${answer}</div><div>It may be wrong. <a href="${href}">Learn more</a></div></div>`;
  expect(blocksOf(html + row('first')).ai_overview !== undefined).toBe(isRead);
});
