import { describe, expect, test } from 'vitest';
import { mcpSnippets, snippetLanguages } from '../../web/app/code/languages.js';
import type { SnippetRequest } from '../../web/app/code/snippet.js';

const search: SnippetRequest = {
  operation: 'alpha.search',
  engineName: 'Google',
  url: 'http://localhost:8080/api/v1/alpha/search?include=blocks',
  base: 'http://localhost:8080/',
  body: { query: `it's "quoted" \\ and\nbroken $HOME`, num: 20, safe: true },
  include: ['blocks'],
  key: 'svc_0123',
};

describe.each(snippetLanguages)('$name', ({ id, write }) => {
  test('contains the key only if it is given', () => {
    expect(write(search)).toContain('svc_0123');
    const without = write({ ...search, key: undefined });
    expect(without).not.toContain('svc_0123');
    expect(without).toContain('SVC_KEY');
  });

  test('contains the whole search', () => {
    const code = write(search);
    for (const part of ['localhost:8080', 'quoted', '20']) expect(code).toContain(part);
    expect(/include=blocks|include: \['blocks'\]|--include blocks/.test(code)).toBe(id !== 'mcp');
  });
});

describe('the MCP tool call', () => {
  const engineNames: Readonly<Record<string, string>> = { alpha: 'Google', beta: 'Bing', gamma: 'Brave' };
  const callOf = (operation: string, body: SnippetRequest['body']) => {
    const engineName = engineNames[operation.split('.', 1)[0] ?? ''];
    const code = mcpSnippets.write({ ...search, operation, engineName, body });
    return JSON.parse(code.slice(code.indexOf('\n\n'))).params;
  };

  test.each([
    [
      'alpha.search',
      { query: 'a', location: 'Lisbon', tbs: 'qdr:w' },
      { location: 'Lisbon', time: 'week', engine: 'google' },
    ],
    ['alpha.news', { query: 'a', page: 0 }, { page: 1, engine: 'google', kind: 'news' }],
    ['beta.search', { query: 'a', freshness: 'day', page: 2 }, { time: 'day', page: 2, engine: 'bing' }],
    ['gamma.search', { query: 'a' }, { engine: 'brave' }],
  ])('uses the tool of every service: %s %j', (operation, body, given) => {
    expect(callOf(operation, body)).toEqual({ name: 'search', arguments: { query: 'a', ...given } });
  });

  test.each([
    ['alpha.search', { query: 'a', num: 20 }],
    ['beta.search', { query: 'a', freshness: '2026-01-01..2026-02-01' }],
    ['alpha.autocomplete', { query: 'a' }],
  ])('uses the tool of the operation if the common tool lacks a parameter: %s %j', (operation, body) => {
    expect(callOf(operation, body)).toEqual({ name: operation.replace('.', '_'), arguments: { ...body, full: true } });
    expect(mcpSnippets.needs({ ...search, operation, body })).toContain('SVC_MCP_TOOLS=all');
  });
});
