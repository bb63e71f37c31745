import { expect, test } from 'vitest';
import { type Page, parseHtmlPage } from '../../src/page/page.js';
import { textOf } from '../../src/page/text.js';
import { isHiddenInAnyWay, isRendered } from '../../src/page/visible.js';
import { cpuTimeOf } from '../support/cpu-time.js';

const inner = ({ elements }: Page) => elements.find(({ name }) => name === 'i')!;
const clipped = 'position:absolute;width:1px;height:1px;overflow:hidden';

function pageWith(css: string, start = '<div class="c d" data-k="v">'): Page {
  return parseHtmlPage(`<style>${css}</style><main>said ${start}<i>not said</i></div></main>`);
}

const isSeen = (page: Page): boolean => !isHiddenInAnyWay(inner(page));

test.each([
  '.c{display:none}',
  '.c { display: none }',
  'p{margin:0}\n.x,\ndiv.c.d { color: red;\n display:none }',
  '.c[data-k]{display:none}',
  '.c[data-k="v"]{display:none}',
  '.c:not(:focus){display:none}',
  '.c{visibility:hidden}',
  '.c{opacity:0}',
  '.c{height:0;overflow:hidden;position:absolute;clip:rect(0 0 0 0)}',
  '.c{overflow:hidden;text-indent:-9999px}',
  '@media screen{.x{color:red}.c{display:none}}',
  '@media all{.c{display:none}}',
  '@media (hover:hover){.c{display:none}}',
  '@media(pointer: fine){.c{display:none}}',
  '@media (prefers-color-scheme:light){.c{display:none}}',
  '@layer base{.c{display:none}}',
  '@media print{.c{display:block}}.c{display:none!important}.d{display:block}',
  '.d{display:block}.c{display:none}',
  '.c.d{display:none}.c{display:block}',
  '.c:hover{display:block}.c{display:none}',
  '.e .c::before{display:block}.c{display:none}',
  '.c{display:none}.e .c{display:block}',
  '.c{display:none}.e>div{display:block}',
  '.c{display:none}main .c{width:1px}',
  '/* a */.c{display:none}',
  '.c{/* a */display:none}',
  '.c{display:none}/* not closed',
  '.c{DISPLAY:NONE}',
  '.c{clip-path:inset(50%)}',
  '.c{clip-path:inset(0 100% 0 0)}',
  '.c{clip-path:circle(0)}',
  '.c{clip-path:polygon(0 0,0 0,0 0)}',
  '.c{width:0;height:0;overflow:hidden}',
  '.c{max-width:0;overflow:clip}',
  '.c{transform:scale(0)}',
  '.c{position:absolute;scale:0}',
  '@supports (display:grid){.c{display:none}}',
  '.c{display:none}.e+.c{display:block}',
  'main .c{display:none}',
  'main>div{display:none}',
  'body main [data-k="v"]{display:none}',
  '[data-k]{display:none}',
  'div[data-k^=v]{display:none}',
  ':is(.x,.c){display:none}',
  'main :where(.c){display:none}',
  'div:not(.x){display:none}',
  '.c:first-child{display:none}',
  'main:has(i) .c{display:none}',
  ':where(.c){display:none}main{display:block}',
  'div{display:none!important}.c{display:block}',
  '.x,main div{display:none}',
  'main{color:red;.c{display:none}}',
  'main{& > .c{display:none}}',
  'main{/* } */.c{display:none}}',
  ':root{--shown:none/* ; */}.c{display:var(--shown)}',
  '.d{margin:0;&.c{display:none}color:red}',
  'body{main{.c{display:none}}}',
  'main{@media screen{.c{display:none}}}',
  '@media screen{main{.c{display:none}}}',
  ':root{--shown:none}.c{display:var(--shown)}',
  '.c{display:var(--shown, none)}',
  ':root{--a:var(--b);--b:hidden}.c{visibility:var(--a)}',
  '.\\63 {display:none}',
  '.\\000063{display:none}',
  '@container (min-width:300px){.c{display:none}}',
  '@container card (inline-size > 20em){.c{display:none}}',
  '.c{content-visibility:hidden}',
  '.c{display:none}a[href="/x"] .c{display:block}',
  '.c{display:inline-block;width:1px;height:1px;overflow:hidden}',
  '@layer a,b;@layer b{.c{display:none}}@layer a{.c{display:block}}',
  '@layer a{}@layer b{.c{display:none}}@layer a{.c{display:block}}',
  '.c{display:none}@layer a{.c{display:block}}',
  '@media screen{@layer a{.c{display:none}}}',
  '@scope (main){.c{display:none}}',
  '@scope (main){:scope>.c{display:none}}',
])('%s hides the element', (css) => {
  expect(isSeen(pageWith(css))).toBe(false);
});

test.each([
  '.x{display:none}',
  '.cc{display:none}.c-d{display:none}',
  '.c.x{display:none}',
  'p.c{display:none}',
  '.c[data-k="w"]{display:none}',
  '.x .c{display:none}',
  '.c{display:none}.c{display:block}',
  '.c{display:none}.d{display:block}',
  '.c{display:none}.c.d{display:flex}',
  '.c{display:none}main .c{display:block}',
  '.c{display:none}.c:dir(ltr){display:block}',
  '.c{display:none}@media (min-width:1px){.c{display:block}}',
  '.d{display:block!important}.c.d{display:none}',
  '.c:hover{display:none}',
  '.c:target{visibility:hidden}',
  '.c::after{display:none}',
  '.c:not(.d){display:none}',
  '@media print{.c{display:none}}',
  '@media (hover:none){.c{display:none}}',
  '@media (prefers-color-scheme: dark){.c{display:none}}',
  '@media screen and (max-width:600px){.x{color:red}.c{display:none}}',
  '@supports not (display:grid){.c{display:none}}',
  '@supports (display:masonry){.c{display:none}}',
  '@supports (-moz-appearance:none){.c{display:none}}',
  '.c{width:1px;height:1px}',
  '.c{min-width:0;overflow:hidden}',
  '.c{clip-path:inset(10px)}',
  '@keyframes k{from{opacity:0}.c{opacity:0}}',
  '.x{color:red;.c{display:none}}',
  '.c{opacity:0.9}',
  '.c{opacity:0}.d{opacity:1}',
  '.c{backface-visibility:hidden}',
  '.x .c{display:none}',
  'p>.c{display:none}',
  'i .c{display:none}',
  '.c:not(:first-child){display:none}',
  ':is(.c .x){display:none}',
  ':where(.c){display:none}div{display:block}',
  ':is(.c){display:none}.d.c{display:block}',
  'main div{display:none}.c{display:block}',
  '.x{.c{display:none}}',
  'main{.c{display:none}}main .c{display:block}',
  'main{.c{color:red}display:block}',
  '.c:hover{.d{display:none}}',
  ':root{--shown:block}.c{display:var(--shown,none)}',
  ':root{--shown:none}.dark{--shown:block}.c{display:var(--shown)}',
  '.\\63 d{display:none}',
  '@container (min-width:900px){.c{display:none}}',
  '@container (max-width:300px){.c{display:none}}',
  '@container not (max-width:900px){.c{display:none}}',
  '.c{display:none',
  '.c{}.x{display:none}',
  '@layer a,b;@layer b{.c{display:block}}@layer a{.c{display:none}}',
  '@layer a{@media (max-width:600px){.c{display:none}}}',
  '@layer a{.c{@media (max-width:600px){display:none}}}',
  '@media print{@layer a{.c{display:none}}}',
  '.c{display:block}@layer{.c{display:none}}',
  '@scope (p){.c{display:none}}',
  '@scope (main) to (.d){.c{display:none}}',
  '@scope (main){.c{display:none}}.c{display:block}',
])('%s hides nothing', (css) => {
  expect(isSeen(pageWith(css))).toBe(true);
});

test('gives the style attribute precedence over rules that are not important', () => {
  const shown = '<div class="c d" style="display:block">';
  expect(isSeen(pageWith('.c{display:none}', shown))).toBe(true);
  expect(isSeen(pageWith('.c{display:none !important}', shown))).toBe(false);
});

test('gives the later of two style sheets precedence', () => {
  const sheets = (one: string, other: string) => pageWith(`${one}</style><style>${other}`);
  expect(isSeen(sheets('.c{display:none}', '.c{display:block}'))).toBe(true);
  expect(isSeen(sheets('.c{display:block}', '.c{display:none}'))).toBe(false);
});

test('tells apart elements whose classes, ids and styles are the same letters', () => {
  const read = (css: string, html: string) => textOf(parseHtmlPage(`<style>${css}</style>${html}`).document);
  expect(read('.a{display:none}', '<b class="ax" style="">one</b><b class="a" id="x">two</b>')).toBe('one');
  const markup = '<b class="cdata-k=v">one</b><b class="c" data-k="v">two</b><b class="c" data-k="w"> three</b>';
  expect(read('.c[data-k="v"]{display:none}', markup)).toBe('one three');
});

test('reads style sheets of 16,000 characters together', () => {
  const padded = (css: string, length: number) => `${css}/*${'x'.repeat(length - css.length - 4)}*/`;
  const hiding = '.c{display:none}';
  const areHidden = (...lengths: number[]): boolean =>
    !isSeen(
      pageWith(lengths.map((length, index) => padded(index === 0 ? hiding : '', length)).join('</style><style>')),
    );
  expect(areHidden(16_000)).toBe(true);
  expect(areHidden(16_001)).toBe(false);
  expect(areHidden(8_000, 8_000)).toBe(true);
  expect(areHidden(8_001, 8_001)).toBe(false);
  expect(areHidden(8_000, 8_001)).toBe(true);
  expect(areHidden(5_999, 6_000, 6_000)).toBe(true);
});

test('hides parts of up to 29 elements in a small page, and of a third in a large one', () => {
  const seen = (inside: number, beside: number): boolean => {
    const part = `<div class="c">gone${'<b>x</b>'.repeat(inside)}</div>`;
    const { document } = parseHtmlPage(`<style>.c{display:none}</style>${part}${'<i>y</i>'.repeat(beside)}`);
    return textOf(document).includes('gone');
  };
  expect(seen(29, 5)).toBe(false);
  expect(seen(30, 5)).toBe(true);
  expect(seen(40, 200)).toBe(false);
});

test('ignores the rules if hidden elements have more than 500 classes', () => {
  const read = (count: number): string => {
    const rules = Array.from({ length: count }, (_, index) => `.c${index}{display:none}`).join('');
    const elements = Array.from({ length: count }, (_, index) => `<b class="c${index} k${index}">x</b>`).join('');
    return textOf(parseHtmlPage(`<style>${rules}</style><p>${elements}</p>`).document);
  };
  expect(read(250)).toBe('');
  expect(read(251)).toBe('x'.repeat(251));
});

test('ignores text that is not displayed', () => {
  const { document } = pageWith('.c{display:none}', '<div class="c"><p><b>one</b><b>two</b><a href="/">three</a></p>');
  expect(textOf(document)).toBe('said');
  expect(isRendered(inner(pageWith('.c{display:none}')))).toBe(false);
  expect(isRendered(inner(pageWith(`.c{${clipped}}`)))).toBe(true);
});

test('decodes escapes in class selectors and character references in class names', () => {
  expect(isSeen(pageWith('.c{display:none}.md\\:block{display:block}', '<div class="c md:block">'))).toBe(true);
  expect(isSeen(pageWith('.c{display:none}.md\\:block{display:block}', '<div class="c md">'))).toBe(false);
  expect(isSeen(pageWith('.c{display:none}', '<div class="&#99;">'))).toBe(false);
});

test('reads only clipping rules of a large style sheet', () => {
  const rest = '.other{color:red}'.repeat(2_000);
  expect(isSeen(pageWith(`${rest}.c{${clipped}}`))).toBe(false);
  expect(isSeen(pageWith(`${rest}.c{display:none}`))).toBe(true);
  expect(isSeen(pageWith(`${rest}</style><style>.c{display:none}`))).toBe(false);
});

test('applies a rule of a large style sheet that displays an element hidden by a small one', () => {
  const rest = '.other{color:red}'.repeat(2_000);
  expect(isSeen(pageWith(`.c{display:none}</style><style>${rest}.c{display:block}`))).toBe(true);
});

test('ignores a rule that would hide most of the page', () => {
  const rows = '<p><b>row</b></p>'.repeat(40);
  const read = (markup: string) => textOf(parseHtmlPage(`<style>.c{display:none}</style>${markup}`).document);
  expect(read(`<div class="c">${rows}</div>`)).toContain('row');
  expect(read(`<div>${rows}${rows}${rows}${rows}</div><div class="c">gone${rows}</div>`)).not.toContain('gone');
});

test('takes linear time for many rules with the same class', () => {
  const timeOf = (size: number) => {
    const rules = '.c{opacity:0}'.repeat(size / 2);
    const elements = Array.from({ length: size }, (_, index) => `<b class="c k${index}">x</b>`).join('');
    return cpuTimeOf(() => parseHtmlPage(`<style>${rules}</style>${elements}`));
  };
  timeOf(500);
  expect(timeOf(4_000)).toBeLessThan(Math.max(200, 16 * timeOf(500))); // 64 times if it were quadratic
});

test.each(['a(', '[b', 'c*+?', 'd\\', 'é', '$&', 'e|f', '.g'])('accepts a class named %s', (name) => {
  const escaped = name.replace(/[^\w\u0080-\uffff-]/g, '\\$&');
  const start = `<div class="${name} c">`;
  expect(isSeen(pageWith('.c{display:none}', start))).toBe(false);
  expect(isSeen(pageWith(`.c{display:none}.${escaped}{display:block}`, start))).toBe(true);
});

test('hides text without a color, but not text that a background paints or that has elements of its own color', () => {
  const read = (css: string, markup: string) => textOf(parseHtmlPage(`<style>${css}</style>${markup}`).document);
  const markup = '<p>said <b class="c">not said</b>';
  expect(read('.c{color:transparent}', markup)).toBe('said');
  expect(read('.c{color:transparent}.c{color:red}', markup)).toBe('said not said');
  expect(read('.c{color:transparent;-webkit-background-clip:text}', markup)).toBe('said not said');
  expect(read('.c{background-color:transparent}', markup)).toBe('said not said');
  expect(read('.c{color:transparent}', '<p>said <b class="c"><a href="/">too</a></b>')).toBe('said too');
});

test('nested rules follow one another in linear time', () => {
  const timeOf = (depth: number) => {
    const css = `${'.c{'.repeat(depth)}display:none${'}'.repeat(depth)}`;
    return cpuTimeOf(() => parseHtmlPage(`<style>${css}</style>${'<p class="c">'.repeat(20)}<b>x</b>`));
  };
  timeOf(100);
  expect(timeOf(4_000)).toBeLessThan(Math.max(200, 80 * timeOf(100)));
});

test('nothing is hidden by a rule inside another one with long selectors', () => {
  const long = Array.from({ length: 40 }, (_, index) => `.c${index}`).join(',');
  expect(isSeen(pageWith(`.c0,.c1{.c{display:none}}`))).toBe(true);
  expect(isSeen(pageWith(`${long}{.c{display:none}}`))).toBe(true);
  expect(isSeen(pageWith(`main{.c{display:none}}`))).toBe(false);
});

test('rules for pages whose scripts do not run hide nothing', () => {
  const read = (css: string) =>
    textOf(parseHtmlPage(`<html class="no-js"><style>${css}</style><p>said <b class="c">too</b>`).document);
  expect(read('.no-js .c{display:none}')).toBe('said too');
  expect(read('html.no-js p>.c{display:none}')).toBe('said too');
  expect(read('html:not(.no-js) .c{display:none}')).toBe('said');
  expect(read('html .c{display:none}')).toBe('said');
});
