import { Parser, Tokenizer } from 'parse5';
import { parseTree } from '../../src/html/parse.js';
import { generatedPages } from './generated-pages.js';
import { hardCases } from './hard-cases.js';

/** Steps of parse5 that short cuts avoid: tokenizer states and the handlers of its parser for tokens. */
const steps: readonly (readonly [object, string])[] = [
  [Tokenizer.prototype, '_callState'],
  ...['onStartTag', 'onEndTag', 'onCharacter', 'onWhitespaceCharacter', 'onItemPush', 'onItemPop', 'onComment'].map(
    (name) => [Parser.prototype, name] as const,
  ),
  [Parser.prototype, '_reconstructActiveFormattingElements'],
];

/** The number of times that each step runs for some pages. */
export function stepsFor(sources: readonly string[]): string {
  const counts = steps.map(() => 0);
  const own = steps.map(([type, name]) => Reflect.get(type, name));
  parseTree(''); // parse5 reads the first page too
  for (const [index, [type, name]] of steps.entries()) {
    Reflect.set(type, name, function counted(this: unknown, ...args: unknown[]) {
      counts[index]!++;
      return own[index].apply(this, args);
    });
  }
  try {
    for (const source of sources) parseTree(source);
  } finally {
    for (const [index, [type, name]] of steps.entries()) Reflect.set(type, name, own[index]);
  }
  return counts.join(' ');
}

const row =
  '<div class="a"><a href="/x?a=1&amp;b=2"><h3>Tea &amp; <b>milk</b></h3></a> <span>3&nbsp;cups</span><br><ul><li>one</li>\n<li>two</li></ul></div>';

const portionSize = 20;

/** Pages by the case that they cover. */
const pages: Record<string, string> = {
  'a row': row,
  'ten rows': row.repeat(10),
  'a paragraph before a block': '<p>a<div>b</div>',
  'a heading in a heading': '<h1>a<h2>b</h2></h1>',
  'an item that ends another': '<ul><li>a<li>b</ul>',
  'an item outside a list': '<li>a</li><dt>b</dt>',
  'what nests 63 deep': '<div>'.repeat(62) + row,
  'what nests 65 deep': '<div>'.repeat(64) + row,
  'attributes without quotes': "<p a=1 b='2' c d=e/f>x</p>",
  '64 attributes': `<p ${Array.from({ length: 64 }, (_, index) => `a${index}=1`).join(' ')}>x</p>`,
  '65 attributes': `<p ${Array.from({ length: 65 }, (_, index) => `a${index}=1`).join(' ')}>x</p>`,
  'references of numbers': 'a&#39;b&#x27;c&#1114111;d&#1114112;e&#0;f&#128;g&#160;h&#33;i&#126;j&#127;k',
  'references by name': 'a&lt;b&gt;c&quot;d&apos;e&nbsp;f&copy;g&amp h&;i&1;j',
  'references in values': '<a href="?a=1&b=2&amp;c=&lt;&copy=3&hellip;">x</a>',
  comments: '<body><!-- a --><!----><!-- a -- b --><!-- a --! b --><!-- a --!><!--> -->',
  'scripts and styles': '<script>if (a<b) "</p>"</script><style>a>b{}</style><script><!-- x --></script>',
  'a script that begins as an end tag goes on': '<script>a/script>b</script>c',
  'a title and an input': '<title>a & b &amp; <c></title><textarea>\na</textarea>',
  tables: '<table><tr><td>a <b>b</b></td><td> c</td></tr></table>',
  'texts in a table': '<table>a<tr>b<td>c</table>d',
  'a drawing': 'a<svg viewBox="0"><path d="M0"/><title>b</title></svg>c',
  'carriage returns': 'a\r\nb\rc<p d="e\rf">\r</p>',
  'formatting over blocks': '<b>a<div>b</div>c</b><i>d<p>e</i>f</p>',
  'two links in one another': '<a href=1>a<a href=2>b</a></a>',
  'a list of definitions': '<dl><dt>a</dt><dd>b</dd><dt>c<dd>d</dl>',
  'pre and listing': '<pre>\na</pre><pre>b</pre><listing>\n</listing>',
  'upper case': '<DIV CLASS=A><SPAN>b</SPAN></DIV>',
  'white space in tags': '<div  a = "b"  ><span\n>c</span ></div\t>',
  'what is not ASCII in tags': '<dív a="é" ü="1">b</dív>',
  'an end tag of none': '<div>a</span></div></p>b',
  'elements of its own': '<g-img><x-y>a</x-y></g-img><g-img>b</x-y></g-img>',
  'a body tag later': 'a<body class="b">c</body></html> ',
  'a template': '<template><div>a</div></template><div><template shadowrootmode="open"><p>b</p></template></div>',
  'what breaks off in a tag': '<div>a<span b="c',
  'what breaks off in a name': '<div>a<spa',
};

/** Pages by the case that they cover, in portions that are read together. */
export const portions: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(Object.entries(pages).map(([name, source]) => [name, [source]])),
  ...Object.fromEntries(
    Array.from({ length: Math.ceil(hardCases.length / portionSize) }, (_, index) => [
      `hard cases ${index}`,
      hardCases.slice(index * portionSize, (index + 1) * portionSize),
    ]),
  ),
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => [`generated pages ${seed}`, [...generatedPages({ seed, count: 40 })]]),
  ),
};
