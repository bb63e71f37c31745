import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { operations, PageError, type ParseOptions, type Parser } from '../src/index.js';

const alphaRow =
  '<div><a href="https://tea.example/"><h3>Tea</h3><cite>https://tea.example</cite></a><div>All of it, from 3 days ago on.</div></div>';

/** The typical page of an operation. */
function typicalPage(operation: string): string {
  const folder = new URL(`../../../fixtures/pages/${operation}/typical/`, import.meta.url);
  const name = readdirSync(folder).find((file) => file.startsWith('page.'));
  return readFileSync(new URL(name ?? 'page.html', folder), 'utf8');
}

describe.each(Object.entries<Parser>(operations))('%s', (name, parse) => {
  const body = typicalPage(name);
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
    [5, '5'],
    [{}, 'Object'],
    [new ArrayBuffer(1), 'ArrayBuffer'],
    [new DataView(new ArrayBuffer(1)), 'DataView'],
    [Object('text'), 'String'],
    [Promise.resolve('text'), 'Promise: await it'],
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
