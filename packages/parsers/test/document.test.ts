import { textContent } from 'domutils';
import { describe, expect, it } from 'vitest';
import { type DocumentOptions, readDocument, select } from '../src/document.js';

const page =
  '<!doctype html><title>t</title><script>let a</script><div id=a>one <b>two</b><!-- c --><p class="x y">three</div>';

describe('readDocument', () => {
  it('returns a document for css-select and domutils', () => {
    const document = readDocument(page);
    expect(select(document, '#a > .y').map((element) => textContent(element))).toEqual(['three']);
    expect(select(document, 'b + p')).toHaveLength(1);
    expect(select(document, 'script')).toEqual([]);
  });

  it('links siblings in both directions', () => {
    const [block] = select(readDocument(page), '#a');
    const [text, bold, paragraph] = block?.children ?? [];
    expect([text?.next, bold?.prev, bold?.next, paragraph?.prev]).toEqual([bold, text, paragraph, bold]);
    expect(bold?.parent).toBe(block);
  });

  it('decodes bytes', () => {
    const bytes = new Uint8Array([0x3c, 0x70, 0x3e, 0xfc]);
    expect(textContent(readDocument(bytes, { contentType: 'text/html; charset=iso-8859-1' }))).toBe('ü');
  });

  it('accepts __proto__ and constructor as attribute names', () => {
    const [element] = select(readDocument('<p __proto__=a constructor=b>x'), 'p');
    expect(Object.keys(element?.attribs ?? {}).sort()).toEqual(['__proto__', 'constructor']);
  });

  it('throws for an invalid selector', () => {
    expect(() => select(readDocument(page), 'p[')).toThrow();
  });
});

it('refuses an unknown option', () => {
  expect(() => readDocument('<p>tea', { charset: 'utf-8' } as DocumentOptions)).toThrow(
    new TypeError('Unknown option "charset"; the only option is contentType'),
  );
});
