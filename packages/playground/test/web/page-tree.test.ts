import { readdirSync, readFileSync } from 'node:fs';
import { isPageError, type Operation, operationNames, operations } from '@svc/parsers';
import { expect, test } from 'vitest';
import { pageMarksOf, placedMarks } from '../../web/app/inspector/marks.js';
import { pathsOfTexts, type SafeElement, sanitizePage, textPreviewsAt } from '../../web/app/inspector/page-tree.js';
import { parsePage } from '../../web/app/inspector/read.js';

const folder = new URL('../../../../fixtures/pages/', import.meta.url);

/** The typical and every eighth capture of an operation. */
function pagesOf(operation: Operation): string[] {
  const slugs = readdirSync(new URL(`${operation}/`, folder)).sort();
  return slugs
    .filter((slug, index) => index % 8 === 0 || slug === 'typical')
    .flatMap((slug) => {
      const path = new URL(`${operation}/${slug}/page.html`, folder);
      try {
        return [readFileSync(path, 'utf8')];
      } catch {
        return []; // the page is JSON
      }
    });
}

const plain = (text: string) => text.replace(/\s+/g, '');

test.each(operationNames.filter((name) => name !== 'alpha.autocomplete'))(
  '%s: draws each place that the parser names, with the titles at their places',
  (operation) => {
    let [titles, found] = [0, 0];
    for (const html of pagesOf(operation)) {
      const reading = parsePage({ operation, html, from: '' });
      if (reading.kind === 'refused') continue;
      const marks = pageMarksOf(reading.result, reading.diagnostics);
      const paths = placedMarks(marks).map(({ path = '' }) => path);
      const texts = textPreviewsAt(sanitizePage(html), new Set(paths));
      expect(paths.filter((path) => !texts.has(path))).toEqual([]);
      for (const { fields, title } of marks.rows) {
        const { path } = fields.find(({ name }) => name === 'title') ?? {};
        if (path === undefined) continue;
        titles++;
        if (plain(texts.get(path) ?? '').includes(plain(title).slice(0, 20))) found++;
      }
    }
    // Some titles differ from an attribute of the element.
    expect([titles > 5, found / titles > 0.9]).toEqual([true, true]);
  },
);

const hostile = `<!doctype html><html onload="alert(1)"><head><base href="//evil.example/"><meta http-equiv="refresh" content="0;url=//evil.example">
<link rel="stylesheet" href="//evil.example/x.css"><script>alert(1)</script><style>@import "//evil.example"; p { background: url(//evil.example) }</style></head>
<body onload="alert(1)" background="//evil.example/b.png"><svg onload="alert(1)"><script>alert(1)</script></svg><math><mtext></mtext></math>
<a id="x" href="javascript:alert(1)" onclick="alert(1)" target="_top" ping="//evil.example">link</a>
<img src="//evil.example/i.png" srcset="//evil.example/2.png 2x" onerror="alert(1)"><img src="data:image/svg+xml,<svg onload=alert(1)>"><img src="data:image/png;base64,AA">
<iframe src="javascript:alert(1)" srcdoc="<script>alert(1)</script>">framed</iframe><object data="//evil.example"></object><embed src="//evil.example">
<form action="//evil.example"><input name="q" value="v" formaction="//evil.example" autofocus><button formaction="//evil.example">send</button></form>
<video poster="//evil.example" src="//evil.example"></video><noscript><img src=x onerror=alert(1)></noscript><template><script>alert(1)</script></template>
<x-card data-svc-mark="field">own <b>element</b></x-card><p style="background:url(//evil.example)">text &lt;script&gt;alert(1)&lt;/script&gt;</p></body></html>`;

function* elementsIn(element: SafeElement): Generator<SafeElement> {
  yield element;
  for (const child of element.children) if (typeof child !== 'string') yield* elementsIn(child);
}

test('draws nothing that runs code, loads, navigates or submits', () => {
  const elements = [...elementsIn(sanitizePage(hostile).root)];
  const names = new Set(elements.map(({ name }) => name));
  for (const name of [
    'script',
    'style',
    'link',
    'meta',
    'base',
    'svg',
    'math',
    'iframe',
    'object',
    'embed',
    'form',
    'video',
    'noscript',
    'template',
    'x-card',
  ]) {
    expect(names).not.toContain(name);
  }
  const attributes = elements.flatMap((element) => element.attributes);
  const allowed = ['id', 'data-svc-href', 'src', 'style', 'value'];
  expect([...new Set(attributes.map(([name]) => name))].sort()).toEqual(allowed.sort());
  // An image, including SVG, runs no code and loads nothing.
  expect(attributes.filter(([name]) => name === 'src')).toEqual([
    ['src', 'data:image/svg+xml,<svg onload=alert(1)>'],
    ['src', 'data:image/png;base64,AA'],
  ]);
});

test('draws any page', () => {
  for (const html of [
    '',
    'text',
    '<frameset><frame src="x">',
    '<svg><p>',
    '<b><table><i>x',
    '{"json": 1}',
    '\0<\0a>',
    '<i>'.repeat(50_000),
  ]) {
    expect(sanitizePage(html).root.name).toBe('html');
  }
});

test('reports the state of an unusable page', () => {
  expect(parsePage({ operation: 'beta.search', html: '<p>hello', from: '' })).toMatchObject({
    kind: 'refused',
    state: 'unrecognised',
  });
  expect(parsePage({ operation: 'made.up', html: '', from: '' })).toMatchObject({ kind: 'refused' });
  expect(() => operations['beta.search']('<p>hello')).toThrow(expect.toSatisfy(isPageError));
});

test('finds a text in each innermost element with exactly that text', () => {
  const page = sanitizePage(
    '<body><div><p>tea</p></div><p>tea time</p><section><b>tea</b></section><p>milk <i>jug</i></p>',
  );
  expect(pathsOfTexts(page, new Set(['tea', 'milk jug']))).toEqual(
    new Map([
      ['tea', ['html:1>body:2>div:1>p:1', 'html:1>body:2>section:3>b:1']],
      ['milk jug', ['html:1>body:2>p:4']],
    ]),
  );
});
