import { describe, expect, test } from 'vitest';
import { languages } from '../../web/app/code/languages.js';
import type { Search } from '../../web/app/code/snippet.js';

const search: Search = {
  operation: 'alpha.search',
  url: 'http://localhost:8080/api/v1/alpha/search?include=blocks',
  base: 'http://localhost:8080/',
  body: { query: `it's "quoted" \\ and\nbroken $HOME`, num: 20, safe: true },
  include: ['blocks'],
  key: 'svc_0123',
};

describe.each(languages)('$name', ({ id, write }) => {
  test('has the key only where it is given', () => {
    expect(write(search)).toContain('svc_0123');
    const without = write({ ...search, key: undefined });
    expect(without).not.toContain('svc_0123');
    expect(without).toContain('SVC_KEY');
  });

  test('has the whole search', () => {
    const code = write(search);
    for (const part of ['localhost:8080', 'quoted', '20']) expect(code).toContain(part);
    expect(/include=blocks|include: \['blocks'\]/.test(code)).toBe(id !== 'mcp');
  });
});
