import { expect, test } from 'vitest';
import { dateAfterLastDot, splitDatePrefix, splitNoScriptDatePrefix } from '../../src/alpha/organic-results/excerpt.js';
import { parseAlphaSearch } from '../../src/index.js';
import { linesOf, textOfPieces } from '../../src/page/lines.js';
import { parseHtmlPage } from '../../src/page/page.js';

const lineOf = (html: string) => linesOf(parseHtmlPage(`<p>${html}</p>`).document)[0]!;
const date = 'Jan 17, 2024';
const text = 'The text — of it.';

test.each<[string, string | undefined, string]>([
  [`<b>${date}</b> — ${text}`, date, text],
  [`<b>${date} — </b>${text}`, date, text],
  [`<b>${date}</b><b> — </b>${text}`, date, text],
  [`<b>${date}</b> · ${text}`, date, text],
  [`<b>${date}</b> - ${text}`, date, text],
  [`<b>${date} -</b> ${text}`, date, text],
  [`<b>${date}-</b>${text}`, undefined, `${date}-${text}`],
  [`<b>${date}</b>-${text}`, undefined, `${date}-${text}`],
  [`<b>${date}</b> ... ${text}`, date, text],
  [`<b>${date}</b> … ${text}`, date, text],
  [`<b>${date} \ufffd</b> ${text}`, date, text],
  [`<b>Jan</b> <b>17, 2024</b> — ${text}`, date, text],
  [`${date} — ${text}`, undefined, `${date} — ${text}`],
  [`<b>Tea</b> — ${text}`, undefined, `Tea — ${text}`],
  [`<b>by A Reed · 2019 · Cited by 2</b> — ${text}`, '2019', text],
  [`<b>by A Reed · 2019 · Cited by 2</b> · ${text}`, undefined, `by A Reed · 2019 · Cited by 2 · ${text}`],
  [`<b>by A Reed · 20199</b> — ${text}`, undefined, `by A Reed · 20199 — ${text}`],
  [`<b>2019</b> — ${text}`, undefined, `2019 — ${text}`],
  [`<b>${'x'.repeat(100)} · 2019</b> — ${text}`, '2019', text],
  [`<b>${'x'.repeat(114)} · 2019</b> — ${text}`, undefined, `${'x'.repeat(114)} · 2019 — ${text}`],
  [`<b>${date}</b> —`, date, ''],
  [`<b>${date}</b>`, undefined, date],
])('splits %s into the date %j and the text %j', (html, expected, rest) => {
  const prefixed = splitDatePrefix(lineOf(html).pieces);
  expect([prefixed.date, textOfPieces(prefixed.rest)]).toEqual([expected, rest]);
  if (expected === undefined) expect(prefixed.rest).toBe(prefixed.pieces);
});

test.each<[string, string | undefined, string]>([
  [`${date} ... ${text}`, date, text],
  [`${date}… ${text}`, date, text],
  [` ${date} — ${text}`, date, text],
  [`<b> </b>${date} · ${text}`, date, text],
  [`<b>${date}</b> — ${text}`, date, text],
  [`Tea ... ${date} ... ${text}`, undefined, `Tea ... ${date} ... ${text}`],
  [`${text} ... ${date}`, undefined, `${text} ... ${date}`],
  [`${'x'.repeat(120)} ... ${text}`, undefined, `${'x'.repeat(120)} ... ${text}`],
  ['—', undefined, '—'],
])('on a page without scripts, splits %s into the date %j and the text %j', (html, expected, rest) => {
  const prefixed = splitNoScriptDatePrefix(lineOf(html).pieces);
  expect([prefixed.date, textOfPieces(prefixed.rest)]).toEqual([expected, rest]);
});

test.each([
  [`Video · A channel · ${date}`, date],
  [date, date],
  [`Video · ${date} · A channel`, undefined],
  ['Video · A channel', undefined],
  [`${'x'.repeat(105)} · ${date}`, date],
  [`${'x'.repeat(106)} · ${date}`, undefined],
])('the line %j ends with the date %j', (line, expected) => {
  expect(dateAfterLastDot(lineOf(line))).toBe(expected);
  expect(dateAfterLastDot(lineOf(`<em>${line}</em>`))).toBeUndefined();
});

const excerpt = 'A text that says something of the row and is long enough for it.';

/** The displayed link and the excerpt of a row with the given HTML in, below and above its link. */
function addressOf({ head = '', below = '', above = '' }: { head?: string; below?: string; above?: string }) {
  const row = (site: string, parts: typeof head, rest: string, before: string) =>
    `<div><div>${before}<a href="https://${site}.example/x"><h3>Row ${site}</h3>${parts}</a></div><div>${rest}</div></div>`;
  const rows = ['a', 'b'].map((site) => row(site, head, below, above).replaceAll('a.example', `${site}.example`));
  const page = `<title>tea - Google Search</title><div id="search"><div id="rso">${rows.join('')}</div></div><a href="/search?q=tea&start=10">2</a>`;
  const [first] = parseAlphaSearch(page).organic_results;
  return [first?.displayed_link, first?.snippet];
}

test.each<[string, Parameters<typeof addressOf>[0], [string, string]]>([
  [
    'a <cite> in the link',
    { head: '<div>Tea</div><cite>a.example › x</cite>', below: `<div>${excerpt}</div>` },
    ['a.example › x', excerpt],
  ],
  [
    'a <cite> within a line',
    { head: '<div>Tea <cite>a.example</cite></div>', below: `<div>${excerpt}</div>` },
    ['a.example', excerpt],
  ],
  [
    'an element with role="text"',
    { head: '<div role="text">a.example › x</div>', below: `<div>${excerpt}</div>` },
    ['a.example › x', excerpt],
  ],
  [
    'a <cite> below the link',
    { below: `<div><cite>a.example › x</cite></div><div>${excerpt}</div>` },
    ['a.example › x', excerpt],
  ],
  [
    'a line in the form of an address in the link',
    { head: '<div>a.example › x</div>', below: `<div>${excerpt}</div>` },
    ['a.example › x', excerpt],
  ],
  ['a breadcrumb in the link', { head: '<div>Tea › x</div>', below: `<div>${excerpt}</div>` }, ['Tea › x', excerpt]],
  [
    'a line in the form of an address below the link',
    { below: `<div>a.example › x</div><div>${excerpt}</div>` },
    ['a.example › x', excerpt],
  ],
  [
    'an address followed by a menu',
    { below: `<div><span>a.example/x</span> - <a href="/search?q=related:x">Similar</a></div><div>${excerpt}</div>` },
    ['a.example/x', excerpt],
  ],
  [
    'an address after a duration',
    { below: `<div>6:14</div><div>a.example › x</div><div>${excerpt}</div>` },
    ['a.example › x', excerpt],
  ],
  ['an address after the excerpt', { below: `<div>${excerpt}</div><div>a.example/x</div>` }, ['a.example/x', excerpt]],
  [
    'a line above the link',
    { above: '<div>a.example › x</div>', below: `<div>${excerpt}</div>` },
    ['a.example › x', excerpt],
  ],
  [
    'the only line in the link',
    { head: '<div>Tea House</div>', below: `<div>${excerpt}</div>` },
    ['Tea House', excerpt],
  ],
])('reads the address of a row from %s', (_, parts, expected) => {
  expect(addressOf(parts)).toEqual(expected);
});
