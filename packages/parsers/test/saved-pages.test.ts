import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { allCases } from '../../../.dev/sample.js';
import { readCaptures } from './support/pages.js';
import { outcomeOf } from './support/parsers.js';
import { savings } from './support/saving.js';
import { included } from './support/survival.js';

const captures = readCaptures(fileURLToPath(new URL('../../../fixtures/pages', import.meta.url)));
const origins = { alpha: 'https://www.google.com', beta: 'https://www.bing.com', gamma: 'https://search.brave.com' };

describe.each(captures.map((page, index) => ({ ...page, index })))('$name', ({ operation, parse, text, index }) => {
  const origin = origins[operation.split('.')[0] as keyof typeof origins];
  const read = outcomeOf(parse, text, included);
  // Successive captures are similar, so each is saved in a third of the ways.
  const names = Object.keys(savings).filter((_, i) => allCases || (index + i) % 3 === 0);

  it.each(names)('reads the same %s', (name) => {
    expect(outcomeOf(parse, savings[name]!(text, origin), included)).toEqual(read);
  });
});
