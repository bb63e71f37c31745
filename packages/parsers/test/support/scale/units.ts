/** Generates one of many parts of a page. Each is slightly different. */
type Unit = (i: number) => string;

/** Parts that a page can contain thousands of: everything that parsers look for, and markup that is costly to parse. */
const hostileUnits: Readonly<Record<string, Unit>> = {
  'formatting left open': () => '<b><i><a><font>',
  'formatting left open in paragraphs': () => '<p><b><i><a><font>',
  'formatting closed too early': () => '<b><p></b></p>',
  'formatting closed in the wrong order': (i) => `<b><i><u id=${i}><s></b></i></u></s>`,
  'formatting around tables': () => '<b><table><i><td></b></table></i>',
  'links in links': (i) => `<a href=${i}><a href=${i}>`,
  'tables in tables': () => nested('<table><tr><td>', '</td></tr></table>', 40),
  'text between rows of tables': () => '<table>x<tr>y<td>z</td></tr></table>',
  'cells without tables': () => '<tr><td>x</td></tr>',
  'drawings with content': () => '<svg><desc><div>x</div></desc><path d="M0"/></svg>',
  'formulas left open': () => '<math><mi><p>',
  'lists of choices': (i) => `<select><optgroup><option value=${i}>x<input></select>`,
  'drawings and formulas in one another': () => nested('<svg><foreignObject><math><mtext>', '</math></svg>', 20),
  templates: () => '<template><tr><template>x</template></tr></template>',
  'templates left open': () => '<template><table><b>',
  'ends left out': () => '<p>a<ul><li>b<li>c<dl><dd>d<dt>e<ruby><rb>f<rt>g</ul>',
  'options without choices': () => '<optgroup><option>x<option>y',
  'objects left open': () => '<object><p><b>x',
  'lines that do not break': () => '<nobr><nobr>x',
  'text that holds no tags': () => '<textarea><b></textarea><iframe><b></iframe><xmp><b></xmp>',
  'scripts, styles': (i) => `<script>${i}</script><style>a{}</style>`,
  'content without scripts': () => '<noscript><div hidden><b>x</b></div></noscript>',
  'forms in forms': () => '<form><div><form></div><input name=q>',
  'headings in headings': () => '<h1><h2><h3>t',
  'attributes given twice': () => '<i a=1 A=2 a=3 b c=4 B C>',
  'numbers for names': (i) => `<i id=${i} ${i} data-${i}=${i}>`,
  frames: () => '<frameset><frame></frameset>',
  'second bodies': (i) => `<body a${i}=1>`,
  'lists in lists': () => nested('<ul><li>', '</li></ul>', 60),
  'deep boxes': () => nested('<div>', '</div>', 200),
  'links in deep boxes': (i) => nested('<div>', '</div>', 200, `<a href="https://a${i}.example/"><h3>t</h3></a>`),
  'rows in deep boxes': (i) => nested('<div><span>', '</span></div>', 100, row(i)),
  'marked boxes': (i) =>
    `<div id=i${i} role=button aria-expanded=false data-q="q ${i}" data-attrid="kc:/a:${i}" data-cid="${123456789012 + i}">x`,
  'many attributes': () => `<i ${'a b=c '.repeat(8)}>`,
  'hiding styles': () => '<i style="display:  display : display;color:red;display: block">x</i>',
  comments: () => '<!-- a -- b --->',
  'references of all kinds': () => '&amp;&#x27;&hellip;&NotEqualTilde;&bogus;&#0;&amp',
  'scripts of JSON': (i) => `<script>var a=${JSON.stringify({ i, b: ['</', "'", '"'] })};</script>`,
  rows: (i) => row(i),
  'rows in rows': (i) =>
    nested(`<li class="b_algo snippet"><a href="https://a${i}.example/"><h3>t</h3></a><div>`, '</div></li>', 30),
  'links to one page': () => '<a href="https://a.example/">t</a>',
  'packs of rows': (i) => `<div><div role="heading" aria-level="2">p ${i}</div>${row(i).repeat(3)}</div>`,
  'rows with dates': (i) => row(i).replace('snippet', 'Jan 17, 2024 — snippet <em>t</em> · 3 days ago'),
  'headed boxes without links': () => '<div><div role="heading" aria-level="3">t</div><span>x</span></div>',
  questions: (i) =>
    `<div data-q="q${i}" aria-expanded="false" role="button">q ${i}?</div><div>a <a href="https://a.example/${i}">b</a></div>`,
  advertisements: (i) =>
    `<div data-text-ad="1"><a href="https://a.example/${i}"><div role="heading">t</div><span>a.example › b</span></a><div>x</div></div>`,
  places: (i) =>
    `<div data-cid="${123456789012 + i}"><div role="heading" aria-level="3">n ${i}</div><div>4.5 (120) · Café</div><a href="/search?ludocid=${i}&q=a">m</a></div>`,
  pictures: (i) => `<div data-lpage="https://a.example/${i}"><a href="/imgres?imgurl=b"><img alt="p ${i}"></a></div>`,
  videos: (i) =>
    `<a href="https://www.youtube.com/watch?v=abcdefgh${i}"><div role="heading">v</div><span>1:02</span><span>YouTube · c</span><span>2 days ago</span></a>`,
  facts: (i) =>
    `<div data-attrid="kc:/a/b:c${i}"><span>Label ${i}: </span><span><a href="/search?q=a${i}">value</a>, <a href="/search?q=b">b</a></span></div>`,
  'related searches': (i) => `<a href="/search?q=related+${i}&sa=X"><div><b>related</b> ${i}</div></a>`,
  'links of a pager': (i) =>
    `<a href="/search?q=t&start=${i}0&first=${i}1&offset=${i}" aria-label="Page ${i}">${i}</a>`,
  'titles of a page': () => '<title>t - t - Google Brave</title>',
  'search boxes': (i) => `<form><input name="q" value="t ${i}"><textarea name="q">t</textarea></form>`,
  'rows of data': (i) =>
    `<script>kit.start(app, e, {data: [{data:{body:{response:{web:{results:[{url:"https://a${i}.example/"}]}}}}}]})</script>`,
  streams: (i) => `{"d":"<p>${i}\\u003c","c":1}/*""*/`,
};

/** Makes a page of about `size` characters that is hard to read in one way. */
export type HostilePage = (size: number) => string;

/** Pages of such parts. The second of each kind is for the most part harmless, so that its parts are read and not refused. */
export const hostileUnitPages: Readonly<Record<string, HostilePage>> = Object.fromEntries(
  Object.entries(hostileUnits).flatMap(([name, unit]): [string, HostilePage][] => [
    [name, (size) => page(repeat(size, unit))],
    [`${name}, fewer`, (size) => filled(size, page(repeat(size / shareOf(unit), unit)))],
  ]),
);

/** A page with so many harmless characters before it that it has a size. */
export function filled(size: number, content: string): string {
  return `<script>${'var a = 1; '.repeat(Math.max(0, size - content.length) / 11)}</script>${content}`;
}

/** What every engine's list of results is recognised by. */
export function page(content: string): string {
  return `<html><head><title>t - Search</title></head><body><div id="search"><ol id="rso"><div id="b_content"><ol id="b_results"><div id="results">${content}`;
}

/** A row that is one of every engine. */
export function row(i: number): string {
  return `<li class="b_algo snippet" data-type="web" data-pos="${i}"><div><a href="https://a${i}.example/"><h2>t</h2><h3>t</h3><cite>a.example › b</cite></a></div><div>2 days ago — snippet</div></li>`;
}

/** So many rows. */
export function rows(count: number): string {
  return Array.from({ length: count }, (_, i) => row(i)).join('');
}

/** Parts that follow each other up to a size. */
export function repeat(size: number, part: Unit): string {
  const parts: string[] = [];
  for (let length = 0, i = 0; length < size; i++) {
    const next = part(i);
    parts.push(next);
    length += next.length;
  }
  return parts.join('');
}

function nested(start: string, end: string, depth: number, content = 'x'): string {
  return start.repeat(depth) + content + end.repeat(depth);
}

/** Which part of a page may consist of the unit before it is refused: elements in it, against its characters. */
function shareOf(unit: Unit): number {
  const sample = unit(1);
  const elements = (sample.match(/<[a-z]/g) ?? []).length + 7 * (sample.match(/<(?:a|h[1-6])\b/g) ?? []).length;
  return Math.max(1, (34 * elements) / sample.length);
}
