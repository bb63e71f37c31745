import { expect, test } from 'vitest';
import { type Page, readPage } from '../../src/page/page.js';
import { textOf } from '../../src/page/text.js';
import { isShown, isWithheld } from '../../src/page/visible.js';
import { cpuTimeOf } from '../support/cpu-time.js';

const inner = ({ elements }: Page) => elements.find(({ name }) => name === 'i')!;
const clipped = 'position:absolute;width:1px;height:1px;overflow:hidden';

function pageWith(css: string, start = '<div class="c d" data-k="v">'): Page {
  return readPage(`<style>${css}</style><main>said ${start}<i>not said</i></div></main>`);
}

const isSeen = (page: Page): boolean => !isWithheld(inner(page));

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
  '.c{display:none}.e+.c{display:block}',
  '.c{display:none}@media (min-width:1px){.c{display:block}}',
  '.d{display:block!important}.c.d{display:none}',
  '.c:hover{display:none}',
  '.c:target{visibility:hidden}',
  '.c::after{display:none}',
  '.c:not(.d){display:none}',
  '@media print{.c{display:none}}',
  '@media screen and (max-width:600px){.x{color:red}.c{display:none}}',
  '@supports (display:grid){.c{display:none}}',
  '@keyframes k{from{opacity:0}.c{opacity:0}}',
  '.x{color:red;.c{display:none}}',
  '.c{opacity:0.9}',
  '.c{opacity:0}.d{opacity:1}',
  '.c{backface-visibility:hidden}',
  '.c{display:none',
  '.c{}.x{display:none}',
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

test('ignores text that is not displayed', () => {
  const { document } = pageWith('.c{display:none}', '<div class="c"><p><b>one</b><b>two</b><a href="/">three</a></p>');
  expect(textOf(document)).toBe('said');
  expect(isShown(inner(pageWith('.c{display:none}')))).toBe(false);
  expect(isShown(inner(pageWith(`.c{${clipped}}`)))).toBe(true);
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
  const read = (markup: string) => textOf(readPage(`<style>.c{display:none}</style>${markup}`).document);
  expect(read(`<div class="c">${rows}</div>`)).toContain('row');
  expect(read(`<div>${rows}${rows}${rows}${rows}</div><div class="c">gone${rows}</div>`)).not.toContain('gone');
});

test('takes linear time for many rules with the same class', () => {
  const timeOf = (size: number) => {
    const rules = '.c{opacity:0}'.repeat(size / 2);
    const elements = Array.from({ length: size }, (_, index) => `<b class="c k${index}">x</b>`).join('');
    return cpuTimeOf(() => readPage(`<style>${rules}</style>${elements}`));
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

test('ignores the rules of a page that hides elements of very many classes', () => {
  const rules = Array.from({ length: 900 }, (_, index) => `.c${index}{opacity:0}`).join('');
  const elements = Array.from({ length: 900 }, (_, index) => `<b class="c${index} k${index}">x</b>`).join('');
  expect(textOf(readPage(`<style>${rules}</style><p>${elements}</p>`).document)).toBe('x'.repeat(900));
});
