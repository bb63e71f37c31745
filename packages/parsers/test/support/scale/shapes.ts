import { filled, type HostilePage, hostileUnitPages, page, repeat, row, rows } from './units.js';

/** Ways in which a body can be large or deep, within the markup of the main lists of the engines. */
const wholePages: Readonly<Record<string, HostilePage>> = {
  'plain text': (size) => page('word '.repeat(size / 5)),
  'white space': (size) => page(' \n'.repeat(size / 2)),
  'start tags only': (size) => page('<div>'.repeat(size / 5)),
  'inline start tags only': (size) => page('<span>'.repeat(size / 6)),
  'open formatting': (size) => page(repeat(size, (i) => `<b id=${i}><p>`)),
  'end tags only': (size) => page('</p></div></b>'.repeat(size / 14)),
  'open tables': (size) => page('<table><tr><td>'.repeat(size / 15)),
  'text in tables': (size) => page(`<table>${'x<b>'.repeat(size / 4)}`),
  'open lists': (size) => page('<ul><li>'.repeat(size / 8)),
  options: (size) => page(`<select>${'<option>x'.repeat(size / 9)}`),
  'an attribute': (size) => page(`<a href="https://a.example/${'x'.repeat(size)}"><h3>t</h3></a>`),
  attributes: (size) => page(`<div ${repeat(size, (i) => `a${i} `)}>`),
  'an attribute given over and over': (size) => page(`<a ${'href=x '.repeat(size / 7)}><h3>t</h3></a>`),
  'rows in long tags': (size) =>
    page(`${repeat(size / 2, () => `<div class="${'x'.repeat(1500)}" role="x">`)}${repeat(size / 2, row)}`),
  'ampersands in attributes': (size) =>
    page(`<a href="https://a.example/?${'&copy&x;'.repeat(size / 8)}"><h3>t</h3></a>`),
  'links with odd references': (size) =>
    page(repeat(size, (i) => `<a href="https://a${i}.example/?a&copy"><h3>t</h3></a>`)),
  classes: (size) =>
    page(`<div class="${repeat(size, (i) => `c${i} `)}"><a href="https://a.example"><h3>t</h3></a></div>`),
  'an open attribute': (size) => `${page('')}<a href="${'<h3>'.repeat(size / 4)}`,
  'an open declaration': (size) => page(`<!${'a '.repeat(size / 2)}`),
  'an open CDATA section': (size) => page(`<svg><![CDATA[${']] >'.repeat(size / 4)}`),
  'an open comment': (size) => `${page('')}<!--${'<!-'.repeat(size / 3)}`,
  'an open script': (size) => `${page('')}<script>${'<!--<script>'.repeat(size / 12)}`,
  'an open plaintext': (size) => page(`<plaintext>${'</plaintext><b>'.repeat(size / 15)}`),
  'end tags of nothing, deep': (size) => page(`${'<x-y>'.repeat(200)}${'</div></li></h1></b></i>'.repeat(size / 24)}`),
  'text in pieces': (size) => page('x<!---->'.repeat(size / 8)),
  'a reference without end': (size) => page(`&#${'1'.repeat(size)}`),
  ampersands: (size) => page('&amp;&#x;&lt'.repeat(size / 12)),
  angles: (size) => page('<<<<>'.repeat(size / 5)),
  NULs: (size) => page('\0'.repeat(size)),
  links: (size) => page(repeat(size, (i) => `<a href="https://a${i}.example/">t</a>`)),
  'wrapped links': (size) =>
    page(repeat(size, (i) => `<a href="/url?q=https://a${i}.example/"><span>t</span><span>s</span></a>`)),
  headings: (size) => page('<h3>t</h3>'.repeat(size / 10)),
  'open headings, no list': (size) => `<body>${'<div><h3>t '.repeat(size / 11)}`,
  'headings, no list': (size) => `<body>${'<h3>t</h3><b>x</b>: y'.repeat(size / 21)}`,
  'marks, no list': (size) =>
    `<title>t - Google</title><body><a href="/url?q=https://a.example/">a</a>${'<b>t'.repeat(size / 4)}`,
  'headings in one link': (size) => page(`<a href="https://a.example/">${'<h3>t</h3>'.repeat(size / 10)}</a>`),
  'links in one heading': (size) => page(`<h3>${repeat(size, (i) => `<a href="https://a${i}.example/">t</a>`)}</h3>`),
  rows: (size) => page(repeat(size, row)),
  'rows of one target': (size) => page(repeat(size, () => row(1))),
  'a pack of rows': (size) =>
    page(`${row(0)}<div><div role="heading" aria-level="2">Videos</div>${repeat(size, row)}</div>${row(1)}`),
  'a pack of 10,000 rows': (size) =>
    filled(size, page(`${row(0)}<div><div role="heading" aria-level="2">t</div>${rows(10_000)}</div>${row(1)}`)),
  'a pack of 1,000 rows': (size) =>
    filled(size, page(`${row(0)}<div><div role="heading" aria-level="2">t</div>${rows(1_000)}</div>${row(1)}`)),
  'lines in one row': (size) => page(`${row(1)}<div>${'<div>x · y</div>'.repeat(size / 16)}</div>`),
  'marks in one row': (size) => page(`${row(1)}<div>${repeat(size, (i) => `<em>w${i}</em> `)}</div>`),
  'numbers of results': (size) => page(`<div id="result-stats">${'1 '.repeat(size / 2)}</div>${row(1)}`),
  separators: (size) => page(row(1).replace('snippet', '· — - | › '.repeat(size / 10))),
  digits: (size) => page(row(1).replace('snippet', '1,'.repeat(size / 2))),
  'search links': (size) => page(repeat(size, (i) => `<a href="/search?q=t&start=${i}">${i}</a>`)),
  'brackets behind ratings': (size) =>
    page(
      `<div data-cid="123456789012"><div role="heading" aria-level="3">n</div><div>${' 0,0('.repeat(size / 5)}</div></div>`,
    ),
  buttons: (size) => page(`${row(1)}${'<div role="button">x</div>'.repeat(size / 26)}`),
  suggestions: (size) => `["t",[${repeat(size, (i) => `"t${i}",`)}"t"]]`,
  'suggestions in HTML': (size) => `window.google.ac.h([[${repeat(size, (i) => `["<b>t</b>${i}",0],`)}["t",0]],{}])`,
  'data in one script': (size) =>
    page(
      `${row(1)}<script>kit.start(app, e, {data: [${repeat(size, (i) => `{url:"https://a${i}.example/",a:['b',null]},`)}]})</script>`,
    ),
  'an open text in data': (size) => page(`${row(1)}<script>kit.start(app, e, {a: "${'\\\\"\\u0041'.repeat(size / 9)}`),
  brackets: (size) => '['.repeat(size),
  'a toolbar reply': (size) => `<toplevel>${'<CompleteSuggestion><suggestion data="t"/>'.repeat(size / 42)}`,
};

/** All shapes by name. */
export const shapes: Readonly<Record<string, HostilePage>> = { ...wholePages, ...hostileUnitPages };
