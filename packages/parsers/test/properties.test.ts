import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type OrganicResult, operations, type Parser } from '../src/index.js';
import { anyText, disturbed, reply, soup } from './support/arbitrary-markup.js';
import { readCaptures } from './support/pages.js';
import { outcomeOf } from './support/parsers.js';

const captures = readCaptures(fileURLToPath(new URL('../../../fixtures/pages', import.meta.url)));

const contentType = fc.option(
  fc.oneof(
    anyText,
    fc.constantFrom('text/html; charset=utf-16', 'text/html; charset=nonsense', 'text/xml; charset="windows-1254"'),
  ),
  { nil: undefined },
);

describe.each(Object.entries<Parser>(operations))('%s throws nothing but PageError for', (operation, parse) => {
  const ownPages = captures.filter((page) => page.operation === operation).map(({ text }) => text);

  it('any text', () => {
    fc.assert(
      fc.property(anyText, (text) => isSound(outcomeOf(parse, text))),
      { numRuns: 300 },
    );
  });

  it('any bytes with any charset', () => {
    const body = fc.uint8Array({ maxLength: 400 });
    fc.assert(
      fc.property(body, contentType, (bytes, type) => {
        const options = type === undefined ? {} : { contentType: type };
        return isSound(outcomeOf((given) => parse(given, options), bytes));
      }),
      { numRuns: 300 },
    );
  });

  it('markup in any order', () => {
    fc.assert(
      fc.property(soup, (text) => isSound(outcomeOf(parse, text))),
      { numRuns: 300 },
    );
  });

  it('a page truncated anywhere', () => {
    const cut = fc.tuple(fc.constantFrom(...ownPages), fc.double({ min: 0, max: 1, noNaN: true }));
    fc.assert(
      fc.property(cut, ([text, share]) => isSound(outcomeOf(parse, text.slice(0, text.length * share)))),
      { numRuns: 60 },
    );
  });

  it('a page with inserted, removed and duplicated markup', () => {
    expectSoundRows(parse, operation === 'alpha.autocomplete' ? reply : disturbed(ownPages));
  });
});

it('reads the bytes of a page as its text', () => {
  for (const { name, parse, text } of captures.filter((_, index) => index % 5 === 0)) {
    const bytes = new TextEncoder().encode(text);
    const read = outcomeOf((body) => parse(body, { contentType: 'text/html; charset=utf-8' }), bytes);
    expect(read, name).toEqual(outcomeOf(parse, text));
  }
});

/** Requires that a fifth of the bodies give rows. If all of them ended in an error, the test would prove nothing. */
function expectSoundRows(parse: Parser, bodies: fc.Arbitrary<string>): void {
  let read = 0;
  const numRuns = 200;
  fc.assert(
    fc.property(bodies, (body) => {
      const outcome = outcomeOf(parse, body);
      if (rowsOf(outcome).length > 0) read++;
      return isSound(outcome);
    }),
    { numRuns },
  );
  expect(read).toBeGreaterThan(numRuns / 5);
}

function rowsOf(outcome: object): readonly Partial<OrganicResult>[] {
  const { organic_results, suggestions } = outcome as Record<string, Partial<OrganicResult>[] | undefined>;
  return organic_results ?? suggestions ?? [];
}

/** Whether rows are numbered in order, have a title and a link, and have only strings as texts. */
function isSound(outcome: object): boolean {
  if (!('organic_results' in outcome)) return true;
  return rowsOf(outcome).every(
    ({ position, title, link, domain, source, displayed_link, snippet, snippet_matched }, index) => {
      const texts = [title, link, domain, source, displayed_link, snippet, ...(snippet_matched ?? [undefined])];
      return position === index + 1 && title !== '' && link !== '' && texts.every((text) => typeof text === 'string');
    },
  );
}
