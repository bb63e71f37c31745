import { expect, test } from 'vitest';
import { portions, stepsFor } from '../support/short-cuts.js';
import recorded from './short-cuts.json' with { type: 'json' };

test.each(Object.entries(portions))(
  'passes as many steps of %s to parse5 as recorded (`pnpm --filter @svc/parsers readings` updates the record)',
  (name, sources) => {
    expect(stepsFor(sources)).toBe((recorded as Record<string, string>)[name]);
  },
);
