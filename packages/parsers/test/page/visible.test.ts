import { expect, test } from 'vitest';
import { type Page, readPage } from '../../src/page/page.js';
import { isHidden, isShown, isWithheld } from '../../src/page/visible.js';

const inner = ({ elements }: Page) => elements.find(({ name }) => name === 'i')!;
const page = (start: string, end: string) => readPage(`<main>${start}<i>text</i>${end}</main>`);

test.each([
  '<div hidden>',
  '<div hidden="until-found">',
  '<div popover>',
  '<dialog>',
  '<div style="display:none">',
  '<div style="margin:0; DISPLAY : none !important">',
])('%s is displayed to nobody', (start) => {
  expect(isShown(inner(page(start, '')))).toBe(false);
  expect(isWithheld(inner(page(start, '')))).toBe(true);
});

test.each([
  '<div aria-hidden="true">',
  '<div inert>',
  '<div style="visibility:hidden">',
  '<div style="top:0;content-visibility: hidden">',
  '<details><summary>More</summary>',
])('%s withholds its content, which scripts and persons may open', (start) => {
  expect(isShown(inner(page(start, '')))).toBe(true);
  expect(isWithheld(inner(page(start, '')))).toBe(true);
});

test.each([
  '<div aria-hidden="false">',
  '<div style="visibility:visible;backface-visibility:hidden">',
  '<div class="hidden" data-hidden="1" style="display:block">',
  '<details open><summary>More</summary>',
  '<details><summary>',
  '<dialog open>',
])('%s withholds nothing', (start) => {
  expect(isWithheld(inner(page(start, '')))).toBe(false);
});

test('what withholds the place that is looked at is no matter', () => {
  const { elements, ...rest } = page('<div aria-hidden="true">', '</div>');
  const outer = elements.find(({ name }) => name === 'div')!;
  expect(isWithheld(inner({ elements, ...rest }), outer)).toBe(false);
  expect(isHidden(outer)).toBe(false);
});
