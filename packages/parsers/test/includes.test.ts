import { describe, expect, test, vi } from 'vitest';
import { type Extra, type OrganicResult, operationExtras, operations, type ParseOptions } from '../src/index.js';
import { row } from './support/alpha-blocks.js';

/** Counts the calls of the functions with which the extras of each engine start. */
const run = vi.hoisted(() => ({ count: 0 }));
const counted = vi.hoisted(() => (path: string, name: string) => async () => {
  const module = await vi.importActual<Record<string, (...args: unknown[]) => unknown>>(path);
  return {
    ...module,
    [name]: (...args: unknown[]) => {
      run.count += 1;
      return module[name]?.(...args);
    },
  };
});

vi.mock('../src/alpha/blocks/layout.js', counted('../src/alpha/blocks/layout.js', 'splitIntoSections'));
vi.mock('../src/beta/blocks/blocks.js', counted('../src/beta/blocks/blocks.js', 'splitPage'));
vi.mock('../src/gamma/blocks/blocks.js', counted('../src/gamma/blocks/blocks.js', 'splitPage'));

const beta = (name: string) =>
  `<li class="b_algo"><h2><a href="https://${name}.example/a">Pears of ${name}</a></h2><cite>https://${name}.example</cite><p>All about the pears of ${name}.</p></li>`;
const gamma = (name: string) =>
  `<div class="snippet" data-type="web"><a href="https://${name}.example/a"><cite>${name}.example</cite><div>Pears of ${name}</div></a><div>All about the pears of ${name} and their trees.</div></div>`;

const pages = {
  'alpha.search': `<div id="search"><div id="rso">${row('first')}${row('last')}</div></div>`,
  'beta.search': `<html><body><main id="b_content"><ol id="b_results">${beta('first')}${beta('last')}</ol></main></body></html>`,
  'gamma.search': `<html><head><title>pears - Brave Search</title></head><body><div id="results">${gamma('first')}${gamma('last')}</div></body></html>`,
} as const;

describe.each(Object.entries(pages))('%s', (name, page) => {
  const operation = name as keyof typeof pages;
  const parse = (options: ParseOptions) => {
    run.count = 0;
    return operations[operation](page, options) as { organic_results: OrganicResult[] };
  };

  test('runs no code of extras if none is requested', () => {
    expect(parse({}).organic_results).toHaveLength(2);
    expect(run.count).toBe(0);
  });

  test.each(['blocks', 'elements', 'rich'] as const satisfies readonly Extra[])('runs it once for %s', (extra) => {
    expect(operationExtras[operation]).toContain(extra);
    parse({ [extra]: true });
    expect(run.count).toBe(1);
  });

  test('gives each row the rank of its element', () => {
    const result = operations[operation](page, { elements: true });
    const elements = (result.elements ?? []).filter(({ type }) => type === 'organic');
    expect(elements.map(({ position }) => position)).toEqual([1, 2]);
    expect(result.organic_results.map(({ element }) => element)).toEqual(elements.map(({ rank }) => rank));
  });
});
