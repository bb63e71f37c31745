import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { sampleOf } from '../../../.dev/sample.js';
import { type Extra, extras, isPageError, type Parser } from '../src/index.js';
import { readCaptures, type SavedPage } from './support/pages.js';

const captures = readCaptures(fileURLToPath(new URL('../../../fixtures/pages', import.meta.url)));

const plain = new Map<SavedPage, string>();

describe.each(Object.keys(extras) as Extra[])('the extra %s', (name) => {
  it('changes the result of at least one capture', () => {
    const shows = captures.find((page) => textOf(page, { [name]: true }) !== plainOf(page));
    expect(shows, 'no parser reads it, or no capture shows it').toBeDefined();
  });

  it('is left out if it is not requested', () => {
    for (const page of sampleOf(captures, 3)) expect(textOf(page, { [name]: false })).toBe(plainOf(page));
  });
});

/** The result without options, which all tests compare with. */
function plainOf(page: SavedPage): string {
  const text = plain.get(page) ?? textOf(page, {});
  plain.set(page, text);
  return text;
}

function textOf({ parse, text }: SavedPage, options: Parameters<Parser>[1]): string {
  try {
    return JSON.stringify(parse(text, options));
  } catch (error) {
    if (isPageError(error)) return error.state;
    throw error;
  }
}
