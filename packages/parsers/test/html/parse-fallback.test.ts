import type { Tokenizer } from 'parse5';
import { afterEach, expect, test, vi } from 'vitest';
import { linesOfLean, linesOfStock } from '../support/trees.js';

const source = '<!doctype html><title>a</title><p class="x">b &amp; <b>c<p>d<script>e</script>';

afterEach(() => {
  vi.doUnmock('parse5');
  vi.resetModules();
});

const changes: Record<string, (stock: typeof Tokenizer) => typeof Tokenizer> = {
  'lacks a method': (stock) => without(stock, '_callState'),
  'reads tags differently': (stock) =>
    class extends stock {
      override emitCurrentTagToken(): void {
        this.currentAttr.value += '?';
        super.emitCurrentTagToken();
      }
    },
  'throws an error': (stock) =>
    class extends stock {
      override _emitCurrentCharacterToken(): void {
        throw new Error('of another version');
      }
    },
};

test.each(Object.entries(changes))('falls back to `parse` of a parse5 whose tokenizer %s', async (_, change) => {
  const { calls, parseTree } = await withTokenizer(change);
  expect(linesOfLean(parseTree(source).document)).toEqual(linesOfStock(source));
  const before = calls();
  parseTree(source);
  expect(calls()).toBe(before + 1);
});

test('calls `parse` of the pinned parse5 for the first page only', async () => {
  const { calls, parseTree } = await withTokenizer((stock) => stock);
  parseTree(source);
  const before = calls();
  expect(linesOfLean(parseTree(source).document)).toEqual(linesOfStock(source));
  expect(calls()).toBe(before);
});

/** `parseTree` on top of a parse5 with a changed tokenizer, and the number of calls of `parse`. */
async function withTokenizer(change: (stock: typeof Tokenizer) => typeof Tokenizer) {
  const parse5 = await vi.importActual<typeof import('parse5')>('parse5');
  const parse = vi.fn(parse5.parse);
  vi.doMock('parse5', () => ({ ...parse5, parse, Tokenizer: change(parse5.Tokenizer) }));
  vi.resetModules();
  const { parseTree } = await import('../../src/html/parse.js');
  return { parseTree, calls: () => parse.mock.calls.length };
}

function without(stock: typeof Tokenizer, name: string): typeof Tokenizer {
  const changed = class extends stock {};
  Object.defineProperty(changed.prototype, name, { value: undefined });
  return changed;
}
