import { describe, expect, it } from 'vitest';
import { operations, PageError, type ParseOptions, type Parser } from '../src/index.js';

const alphaRow =
  '<div><a href="https://tea.example/"><h3>Tea</h3><cite>https://tea.example</cite></a><div>All of it, from 3 days ago on.</div></div>';
const dated = alphaRow.replace('<div>All', '<div>2 days ago</div><div>All');

/** A page of each operation without a query or page number. */
const bodies: Record<keyof typeof operations, string> = {
  'alpha.search': `<div id="rso">${alphaRow}</div>`,
  'alpha.news': `<div id="rso">${dated}</div>`,
  'alpha.videos': `<div id="rso">${alphaRow}</div>`,
  'alpha.autocomplete': '["tea",["tea pot"]]',
  'beta.search':
    '<ol id="b_results"><li><h2><a href="https://tea.example/">Tea</a></h2><cite>tea.example</cite><p>All of it.</p></li></ol>',
  'gamma.search':
    '<div id="results"><div data-type="web"><a href="https://tea.example/"><cite>tea.example</cite><div>Tea</div></a><div>All of it.</div></div></div>',
};

describe.each(Object.entries<Parser>(operations))('%s', (name, parse) => {
  const body = bodies[name as keyof typeof bodies];
  const read = (options: object) => parse(body, options as ParseOptions);

  it.each([0, 1])('treats page %i as the first', (page) => {
    expect(read({ page })).toEqual(read({ page: 1 }));
  });

  it.each([
    ['page', '1'],
    ['page', -3],
    ['page', 1.5],
    ['page', Number.NaN],
    ['page', null],
    ['query', 5],
    ['query', null],
    ['contentType', null],
    ['dates', 'yes'],
    ['blocks', 1],
    ['diagnostics', null],
    ['pages', 1],
  ])('throws a TypeError for the option %s: %j', (option, value) => {
    const call = () => read({ [option]: value });
    expect(call).toThrow(TypeError);
    expect(call).toThrow(`"${option}"`);
  });

  it('throws a TypeError for options that are null', () => {
    expect(() => parse(body, null as unknown as ParseOptions)).toThrow(
      new TypeError('The options must be an object, not null'),
    );
  });

  it.each([
    [null, 'null'],
    [undefined, 'undefined'],
    [{}, 'object'],
    [new ArrayBuffer(1), 'object'],
  ])('throws a TypeError for the body %j', (value, kind) => {
    const call = () => parse(value as unknown as string);
    expect(call).toThrow(new TypeError(`The body must be a string or a Uint8Array, not ${kind}`));
  });
});

it('reports the requested and the answered page, and page 0 as 1', () => {
  const pager = '<a href="/search?q=tea&start=0">1</a> 2 <a href="/search?q=tea&start=20">3</a>';
  const read = (page: number) => () =>
    operations['alpha.search'](`<div id="rso">${alphaRow}</div><div>${pager}</div>`, { page });
  expect(read(2)).not.toThrow();
  expect(read(0)).toThrow(
    expect.objectContaining({ state: 'wrong_page', details: { reason: 'page', asked: 1, answered: 2 } }),
  );
  expect(read(0)).toThrow(PageError);
});
