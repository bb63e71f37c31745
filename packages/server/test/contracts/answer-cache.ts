import { describe, expect, test } from 'vitest';
import type { AnswerCache, SerializedAnswer } from '../../src/search/answer.js';
import { after, type OpenSeveral } from './several.js';

function answer(id: string, text: string): SerializedAnswer {
  return { facts: { id, host: 'engine.example', pages: 1, rows: 2, stop: 'complete' }, bytes: Buffer.from(text) };
}

/** An answer as plain values. */
function plain(found: SerializedAnswer | undefined): unknown {
  return found && { facts: found.facts, text: Buffer.from(found.bytes).toString() };
}

/** What holds for every `AnswerCache` with a time to live of one second. */
export function describeAnswerCache(name: string, open: OpenSeveral<AnswerCache>): void {
  describe(name, () => {
    test.each([
      ['short', '{"a":"tea 茶"}'],
      ['long', JSON.stringify({ text: 'harbour ferry timetable '.repeat(5_000) })],
    ])('returns a %s answer unchanged in every process', async (_, text) => {
      const { one, other } = await open();
      expect(await one.get('a')).toBeUndefined();
      await one.set('a', answer('1', text));
      expect(plain(await other.get('a'))).toEqual(plain(answer('1', text)));
      expect(await other.get('b')).toBeUndefined();
    });

    test('replaces an older answer with a newer one', async () => {
      const { one, other } = await open();
      await one.set('a', answer('1', '{}'));
      await other.set('a', answer('2', '{"b":1}'));
      expect(plain(await one.get('a'))).toEqual(plain(answer('2', '{"b":1}')));
    });

    test('does not add facts that the answer lacks', async () => {
      const { one, other } = await open();
      const facts = { id: '1', pages: 0, rows: 0, stop: 'no_pages' };
      await one.set('a', { facts, bytes: Buffer.from('{}') });
      expect((await other.get('a'))?.facts).toEqual(facts);
    });

    test('drops an answer when its time to live ends', async () => {
      const { one } = await open();
      await one.set('a', answer('1', '{}'));
      await after(1_100);
      expect(await one.get('a')).toBeUndefined();
    });
  });
}
