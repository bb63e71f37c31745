import { expect, test } from 'vitest';
import { portions, stepsFor } from '../support/short-cuts.js';
import held from './short-cuts.json' with { type: 'json' };

test.each(Object.entries(portions))(
  'of %s as much is left to parse5 as before (`pnpm --filter @svc/parsers readings` holds what is meant)',
  (name, sources) => {
    expect(stepsFor(sources)).toBe((held as Record<string, string>)[name]);
  },
);
