import { expect, test } from 'vitest';
import { parseAlphaSearch } from '../../src/alpha/search.js';

const words = (length: number): string => 'pear '.repeat(length / 5 + 1).slice(0, length - 1) + 's';
const letters = (length: number): string => 'X'.repeat(length);
const text = 'Pears are grown in every orchard of the valley, as they were in the years before.';

/** The row with the given HTML below, in and above its link. */
function row(below: string, inLink = '<cite>https://pear.example › a</cite>', above = '') {
  const link = `<a href="https://pear.example/a"><h3>Pears of the valley</h3>${inLink}</a>`;
  const page = `<title>pears - Google Search</title><div id="search"><div id="rso"><div>${above}${link}<div>${below}</div></div></div></div>`;
  return parseAlphaSearch(page, { dates: true }).organic_results[0];
}

const withNote = (note: string): string => `${note}<br>${text}`;
const stars = (markup: string): string => `<div>${markup} ${text} and more</div><div>${words(60)}</div>`;
const offers = (first: string, second: string): string =>
  `<div>${first} · ${second} · Games of pears</div><div>${words(50)}</div>`;
const lineBox = (line: string): string => `<span style="display:block">${line}</span>`;
const grid = (second: string): string => `<p>Pear</p><p>${second}</p><p>Quince</p>`;

test.each<[string, string, string]>([
  ['a text', text, text],
  [
    'a text with links to searches',
    '<p>Pears grow in <a href="/search?q=orchard">every <em>orchard</em></a> of the valley, as before.</p>',
    'Pears grow in every orchard of the valley, as before.',
  ],
  [
    'a text before links to searches',
    `<p>${text} <a href="/search?q=more">More pears</a> · <a href="/search?q=other">Others</a></p>`,
    text,
  ],
  ['a text above a longer summary', `<p>${text}</p><section><h4>Summary</h4><p>${text} ${text}</p></section>`, text],
  [
    'a text above a longer one that is folded',
    `<p>${text}</p><p style="height:0;overflow:hidden">${text} ${text}</p>`,
    text,
  ],
  ['a text below a heading', `<section><h4>Text</h4><p>${text}</p></section>`, text],
  [
    'a text below a heading, above a shorter one',
    `<section><h4>Text</h4><p>${text}</p></section><p>${letters(39)}</p>`,
    text,
  ],
  ['a note of a video', withNote('12 Nov 2016 - 4 min - Uploaded by Ann'), text],
  ['a note with 60 characters in a part', withNote(`12 Nov 2016 - 4 min - ${words(60)}`), text],
  [
    'a note with 61 characters in a part',
    withNote(`12 Nov 2016 - 4 min - ${words(61)}`),
    `12 Nov 2016 - 4 min - ${words(61)} ${text}`,
  ],
  ['a note with a year', withNote('A Reader - 2016 - Pear press'), text],
  ['a format', withNote('PDF/Adobe Acrobat'), text],
  ['a note of four words', withNote('one two three four'), text],
  ['a first line of five words', withNote('one two three four five'), `one two three four five ${text}`],
  ['a first line that the second one continues', `Pears from<br>the valley. ${text}`, `Pears from the valley. ${text}`],
  [
    'a first line that the second one continues, above others',
    `Pears from<br>the valley.<br>${text}`,
    `Pears from the valley. ${text}`,
  ],
  [
    'a date before a name with a dash',
    withNote('<span>2 May 2024</span><span> · </span><span>pear - one of many words in here</span>'),
    `pear - one of many words in here ${text}`,
  ],
  ['a label of 40 characters above its value', withNote(`${letters(39)}:`), ''],
  ['a label of 41 characters above its value', withNote(`${letters(40)}:`), `${letters(40)}: ${text}`],
  ['a heading that is longer than the text', `<h4>${words(90)}</h4><p>${text}</p>`, text],
  ['a format above a text in small letters', `PDF<br>pears. ${text}`, `pears. ${text}`],
  [
    'a text in boxes of its lines',
    `<div>${lineBox(words(40))}${lineBox('grow in every orchard.')}</div>`,
    `${words(40)} grow in every orchard.`,
  ],
  [
    'a text in 32 boxes, most of them empty',
    `<div>${lineBox(words(40))}${lineBox('grow in every orchard.')}${lineBox('').repeat(30)}</div>`,
    `${words(40)} grow in every orchard.`,
  ],
  [
    'a text in 33 boxes, most of them empty',
    `<div>${lineBox(words(40))}${lineBox('grow in every orchard.')}${lineBox('').repeat(31)}</div>`,
    words(40),
  ],
  [
    'a text above a box of another kind',
    `<div>${lineBox(words(40))}${lineBox('grow.').replace('>', ' class="x">')}</div>`,
    words(40),
  ],
  [
    'a text above a box, below the end of a sentence',
    `<div>${lineBox(`${words(40)}.`)}${lineBox('Others.')}</div>`,
    `${words(40)}.`,
  ],
  ['a text above a box, below a short line', `<div>${lineBox(words(29))}${lineBox(words(50))}</div>`, words(50)],
  ['a text behind a control', `<a href="https://copy.example/">Copy</a><span>${text}</span>`, text],
  [
    'a text behind two controls',
    `<a href="https://copy.example/">Copy</a> <a href="https://b.example/">Text</a> <span>${text}</span>`,
    text,
  ],
  ['a text before a control that is no link', `${text} And ...<span>Read more</span>`, `${text} And ...`],
  ['a text that goes on behind an ellipsis', `${text} And ...<span>Plums.</span>`, `${text} And ...Plums.`],
  [
    'a text that ends in a highlighted link to a search',
    `<p>${text} Also of <em><a href="/search?q=plums">plums</a></em></p>`,
    `${text} Also of plums`,
  ],
  ['a date in indented markup', `<p>${' '.repeat(130)}<i>2 May 2024</i>${' '.repeat(130)}<i> · </i>${text}</p>`, text],
  ['a note of 27 characters', withNote(letters(27)), text],
  ['a first line of 28 characters', withNote(letters(28)), `${letters(28)} ${text}`],
  ['a note of 13 wide characters', withNote('茶'.repeat(13)), text],
  ['a first line of 14 wide characters', withNote('茶'.repeat(14)), `${'茶'.repeat(14)} ${text}`],
  ['a date above the text', withNote('Nov 12, 2016'), text],
  ['a dated note of 59 characters', withNote(`Nov 12, 2016 - ${letters(44)}`), text],
  [
    'a dated first line of 60 characters',
    withNote(`Nov 12, 2016 - ${letters(45)}`),
    `Nov 12, 2016 - ${letters(45)} ${text}`,
  ],
  ['a long first line that ends in a colon', `${words(60)}:<br>${text}`, `${words(60)}: ${text}`],
  ['a line that continues a sentence', `${text}<br>at: 12:30`, `${text} at: 12:30`],
  ['words in unknown elements', `<x-a>Pears </x-a><em><x-a>are</x-a></em><x-a> ${text}</x-a>`, `Pears are ${text}`],
  ['a date with line breaks in the source', `<span>12\n Nov\n 2016</span> - <span>${text}</span>`, text],
  ['a first line with bold text', withNote('<b>PDF</b>/Adobe Acrobat'), `PDF/Adobe Acrobat ${text}`],
  ['two notes', withNote('PDF<br>Adobe'), text],
  ['a label of 40 characters', `<span>${letters(39)}:</span> <span>${text}</span>`, ''],
  ['a label of 41 characters', `<span>${letters(40)}:</span> <span>${text}</span>`, `${letters(40)}: ${text}`],
  ['a label before highlighted text', `<u>Price:</u> <em>pears</em> ${text}`, `Price: pears ${text}`],
  ['a colon in a text', `Price: ${text}`, `Price: ${text}`],
  ['a label with its value below', `<div>Price:</div><div>${text}</div><div>${words(50)}</div>`, words(50)],
  ['duration and date below', `${text}<br>Duration: 2:43<br>Posted: 12 Nov 2016`, text],
  ['an author below', `${text}<br>Posted: by nobody`, `${text} Posted: by nobody`],
  ['a duration after 38 characters', `${text}<br>${letters(38)}: 2:43`, text],
  ['a duration after 39 characters', `${text}<br>${letters(39)}: 2:43`, `${text} ${letters(39)}: 2:43`],
  ['a date and a duration', '<div>4:33 - Jun 30, 2021 - Ann of the pears</div><div>Short one</div>', 'Short one'],
  ['a date and minutes', '<div>4 min - Jun 30, 2021 - Ann of the pears</div><div>Short one</div>', 'Short one'],
  [
    'a date and a duration in 100 characters',
    `<div>4:33 - Jun 30, 2021 - ${letters(78)}</div><div>Short one</div>`,
    'Short one',
  ],
  [
    'a date and a duration in 101 characters',
    `<div>4:33 - Jun 30, 2021 - ${letters(79)}</div><div>Short one</div>`,
    `4:33 - Jun 30, 2021 - ${letters(79)}`,
  ],
  ['a rating', '<div>4.5 (1,234) and many words that say more</div><div>Short one</div>', 'Short one'],
  [
    'a number without a count',
    '<div>4.5 and many words that say more</div><div>Short one</div>',
    '4.5 and many words that say more',
  ],
  [
    'a site and a channel',
    '<div><span>Pear</span><span> · </span><span>A channel of many words</span></div><div>Pears</div>',
    'Pears',
  ],
  [
    'a site, a channel and more text',
    `<div><span>Pear</span><span> · </span><span>A channel</span><span> · </span><span>${words(60)}</span></div><div>Pears</div>`,
    `Pear · A channel · ${words(60)}`,
  ],
  [
    'a channel and the name of another site',
    '<div><span>Plum</span><span> · </span><span>A channel of many words and more of them than the next line has, by far</span></div><div>Pears</div>',
    'Plum · A channel of many words and more of them than the next line has, by far',
  ],
  ['a list', '<ul><li>One pear of many</li><li>Two pears of many</li></ul>', 'One pear of many Two pears of many'],
  ['a list beside a text', `<ul><li>One pear of many</li><li>Two of many</li></ul><div>${text}</div>`, text],
  ['a list of long items', `<ul><li>${letters(40)}</li><li>Two pears</li></ul>`, `${letters(40)} Two pears`],
  ['a list of missing words', `<div>${text}</div><div>Missing: <s>pear</s> ${text} ${text}</div>`, text],
  ['offers of 30 characters', offers(letters(30), letters(30)), words(50)],
  [
    'a first part of 31 characters',
    offers(letters(31), letters(30)),
    `${letters(31)} · ${letters(30)} · Games of pears`,
  ],
  [
    'a second part of 31 characters',
    offers(letters(30), letters(31)),
    `${letters(30)} · ${letters(31)} · Games of pears`,
  ],
  [
    'two parts',
    `<div><span>${words(60)}</span><span> · </span><span>Pears</span></div><div>${words(30)}</div>`,
    words(30),
  ],
  ['a date before a short text', `<div><i>Jul 16, 2025</i> — ${words(20)}</div><div>${words(90)}</div>`, words(20)],
  [
    'highlighted text in a short text',
    `<div>${words(40)} <b>pear</b></div><div>${words(90)}</div>`,
    `${words(40)} pear`,
  ],
  [
    'highlighted text in a text that is shorter by 60',
    `<div>${words(100)}</div><div><b>${words(40)}</b></div>`,
    words(100),
  ],
  [
    'highlighted text in a text that is shorter by 59',
    `<div>${words(99)}</div><div><b>${words(40)}</b></div>`,
    words(40),
  ],
  ['offers above two letters', '<div>Free · Pear · Games</div><div>Xy</div>', 'Xy'],
  [
    'a text of 40 characters behind a control',
    `<a href="https://copy.example/">Copy</a> <i>${words(40)}</i>`,
    words(40),
  ],
  ['a text of 39 characters behind a control', `<a href="https://copy.example/">Copy</a> <i>${words(39)}</i>`, ''],
  ['two texts of the same length', `<div>a${letters(49)}</div><div>b${letters(49)}</div>`, `a${letters(49)}`],
  ['three names', grid('Plum'), ''],
  ['two names', '<p>Pear</p><p>Plum</p>', 'Pear'],
  ['names of 60 characters', grid(words(60)), ''],
  ['a text of 61 characters among names', grid(words(61)), words(61)],
  ['highlighted text among names', grid('<b>Plum</b>'), 'Plum'],
  ['a rating image', stars('<i role="img" aria-label="Rated 4.5"></i>'), words(60)],
  ['another image', stars('<i role="img" aria-label="Pear"></i>'), `${text} and more`],
  ['a rating image in an element', stars('<span><i role="img" aria-label="4,5"></i></span>'), words(60)],
  ['a rating image in g-review-stars', stars('<g-review-stars><i aria-label="4.5"></i></g-review-stars>'), words(60)],
  ['a link at the end', `${text} <a href="https://pear.example/b">More</a>`, text],
  [
    'a link to a fragment of the target',
    `${text} <a href="https://pear.example/a#b">Jump to steps</a> and so on`,
    `${text} Jump to steps and so on`,
  ],
  ['a text that links to the target', `<a href="https://pear.example/a">${text}</a>`, text],
  ['a text that links to another page', `<a href="https://plum.example/a">${text}</a>`, ''],
])('the excerpt of a row with %s', (_, below, expected) => {
  expect(row(below)?.snippet).toBe(expected);
});

test.each<[string, string | undefined]>([
  ['<p><b>12</b> - 2 May 2024</p>', '2 May 2024'],
  ['<p><b>12</b> … 2 May 2024</p>', '2 May 2024'],
  [`<p><b>${'12 '.repeat(60)}</b> 2 May 2024</p>`, '2 May 2024'],
  ['<p>… <span>More</span></p>', undefined],
  [`<p>${'12 '.repeat(60)}... <span>More</span></p>`, undefined],
])('%s below a title is no excerpt', (below, date) => {
  const read = row(below);
  expect([read?.snippet, read?.date]).toEqual(['', date]);
});

const cite = '<cite>https://pear.example › a</cite>';
const box = (...lines: string[]): string => lines.map((line) => `<div>${line}</div>`).join('');

test.each<[string, Parameters<typeof row>, object | undefined]>([
  [
    'a name above it',
    [text, box('The Pear', cite)],
    { source: 'The Pear', displayed_link: 'https://pear.example › a' },
  ],
  ['a name before it', [text, box(`<span>The Pear</span> ${cite}`)], { source: 'The Pear' }],
  [
    'the form of an address',
    [text, box('The Pear', 'pear.example › a')],
    { source: 'The Pear', displayed_link: 'pear.example › a' },
  ],
  ['the form of a breadcrumb', [text, box('The Pear', '› a › b')], { source: 'The Pear', displayed_link: '› a › b' }],
  ['role="text"', [text, '<div role="text">anything</div>'], { displayed_link: 'anything' }],
  ['a <cite> below the link', [box(cite, text), ''], { displayed_link: 'https://pear.example › a', snippet: text }],
  [
    'the form of an address below the link',
    [box('pear.example › a', text), ''],
    { displayed_link: 'pear.example › a', snippet: text },
  ],
  ['only a host below the link', [box('pear.example', text), ''], { displayed_link: 'pear.example', snippet: text }],
  ['a duration above it', [box('4:33', 'pear.example › a', text), ''], { displayed_link: 'pear.example › a' }],
  ['a text above it', [box('Pears here', 'pear.example › a', text), ''], undefined],
  [
    'a menu after it',
    [box('pear.example › a - <a href="https://cache.example/x">Cached</a>', text), ''],
    { displayed_link: 'pear.example › a' },
  ],
  [
    'a link to the target after it',
    [box('pear.example › a - <a href="https://pear.example/a">Here</a>', text), ''],
    { displayed_link: 'pear.example › a - Here' },
  ],
  [
    'a date after it',
    [box('<span>pear.example › a</span> <span>Jul 16, 2025 — </span>', text), ''],
    { displayed_link: 'pear.example › a' },
  ],
  [
    'a date after an address in two elements',
    [box('<span>pear.example<i> › a</i></span> <span>Jul 16, 2025 — </span>', text), ''],
    { displayed_link: 'pear.example › a' },
  ],
  [
    'more text after it',
    [box('<span>pear.example › a</span> <span>and more</span>', text), ''],
    { displayed_link: 'pear.example › a and more' },
  ],
  ['a path after the excerpt', [box(text, 'pear.example › a'), ''], { displayed_link: 'pear.example › a' }],
  ['only a host after the excerpt', [box(text, 'pear.example'), ''], undefined],
  ['a path after 40 characters', [box(words(40), 'pear.example/a'), ''], { displayed_link: 'pear.example/a' }],
  ['a path after 39 characters', [box(words(39), 'pear.example/a'), ''], undefined],
  [
    'the form of an address above the link',
    [text, '', box('pear.example › a')],
    { displayed_link: 'pear.example › a' },
  ],
  ['a count in its place', [text, box('50 comments')], { displayed_link: '50 comments' }],
  ['a count above 40 characters', [words(40), box('50 comments')], { displayed_link: '50 comments' }],
  ['a count above 39 characters', [words(39), box('50 comments')], undefined],
  ['two lines in its place', [text, box('50 comments', 'by Ann')], undefined],
  ['nothing in its place', [text, ''], undefined],
  ['a name of 60 characters', [text, '', box(words(60), cite)], { source: words(60) }],
  ['a name of 61 characters', [text, '', box(words(61), cite)], { source: 'pear.example' }],
])('a row whose address has %s', (_, given, expected) => {
  if (expected === undefined) expect(() => row(...given)).toThrow('no results');
  else expect(row(...given)).toMatchObject(expected);
});

test('reads an excerpt in the link of the title if the address is above both', () => {
  const inLink = `<p>${text}</p>`;
  expect(row('', inLink, '<div>Pear</div><cite>https://pear.example › a</cite>')).toMatchObject({
    title: 'Pears of the valley',
    source: 'Pear',
    displayed_link: 'https://pear.example › a',
    snippet: text,
  });
  expect(row('', inLink, '<div>Pear farm › Orchard</div>')).toMatchObject({ snippet: text });
});

test('reads text with a bold font-weight as matched words', () => {
  const read = row(
    `<span style="font-weight: 700">Pears</span> and <span style="font-weight:400">plums</span> of ${text}`,
  );
  expect(read?.snippet_matched).toEqual(['Pears']);
});

test('reads rows below headings for screen readers', () => {
  const numbered = (n: number): string =>
    `<div><h2 style="position:absolute;left:-9999px">Result ${n}</h2><a href="https://site${n}.example/"><h3>Row ${n}</h3><cite>site${n}.example</cite></a><p>Fact</p></div><div>${text}</div>`;
  const page = (count: number): string =>
    `<title>pears - Google Search</title><div id="search"><div id="rso">${[1, 2, 3].map((n) => `<div>${n > count ? numbered(n).replace(/<h2.*?<\/h2>/, '') : numbered(n)}</div>`).join('')}</div></div>`;
  expect(parseAlphaSearch(page(3)).organic_results.map(({ snippet }) => snippet)).toEqual([text, text, text]);
});

test('reads rows with snippets above their titles among others', () => {
  const title = (n: number): string => `<h3><a href="https://site${n}.example/">Row ${n}</a></h3>`;
  const parts = (n: number): string[] => [title(n), `<div><cite>site${n}.example</cite></div>`, `<p>${text}</p>`];
  const page = (raised: number): string => {
    const rows = [1, 2, 3, 4, 5, 6, 7].map((n) => (n <= raised ? parts(n).reverse() : parts(n)).join(''));
    return `<title>pears - Google Search</title><div id="search"><div id="rso">${rows.map((row) => `<div>${row}</div>`).join('')}</div></div>`;
  };
  expect(parseAlphaSearch(page(3)).organic_results.map(({ snippet }) => snippet)).toEqual(Array(7).fill(text));
  expect(parseAlphaSearch(page(2)).organic_results).toHaveLength(5);
});

test('takes short lines above titles for names, not for snippets', () => {
  const row = (n: number): string =>
    `<div><p>Site ${n}</p><h3><a href="https://site${n}.example/">Row ${n}</a></h3><cite>site${n}.example</cite></div>`;
  const page = `<title>pears - Google Search</title><div id="search"><div id="rso">${[1, 2, 3, 4].map(row).join('')}</div></div>`;
  expect(parseAlphaSearch(page).organic_results.map(({ source, snippet }) => [source, snippet])).toEqual(
    [1, 2, 3, 4].map((n) => [`Site ${n}`, '']),
  );
});

test('reads a row below a long name and address in one line', () => {
  const head = `<div><span>${words(60)}</span> <cite>https://pear.example › orchards › valley</cite></div>`;
  const read = parseAlphaSearch(
    `<title>pears - Google Search</title><div id="search"><div id="rso"><div>${head}<h3><a href="https://pear.example/a">Pears</a></h3><p>${text}</p></div></div></div>`,
  );
  expect(read.organic_results[0]).toMatchObject({ title: 'Pears', source: words(60), snippet: text });
});

test('searches large style sheets for boxes if most rows seem to have no snippet', () => {
  const css = Array.from({ length: 99 }, (_, n) => `.u${n}{margin:${n}px}`).join('');
  const box = (content: string): string => `<span class="box">${content}</span>`;
  const row = (n: number): string =>
    `<div><a href="/url?q=https://site${n}.example/">${box(`Row ${n}`)}${box(`https://site${n}.example`)}</a>${box(text)}</div>`;
  const page = (rules: string): string =>
    `<title>pears - Google Search</title><style>${css}${rules}</style><form action="/search"><input name="q" value="pears"></form><div id="main">${[1, 2, 3, 4].map(row).join('')}</div>`;
  const { organic_results } = parseAlphaSearch(page('.box{display:block}'));
  expect(organic_results.map(({ title, snippet }) => [title, snippet])).toEqual(
    [1, 2, 3, 4].map((n) => [`Row ${n}`, text]),
  );
});
