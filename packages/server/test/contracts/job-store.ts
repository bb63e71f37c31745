import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { LineResult } from '../../src/jobs/batch/line-result.js';
import { type JobOrder, type JobRef, newJobId } from '../../src/jobs/job.js';
import type { Claim, JobStore } from '../../src/jobs/store.js';
import { createGate } from '../helpers/gate.js';

/** An order, as small as there can be. */
export function orderOf(given: Partial<JobOrder> = {}): JobOrder {
  const createdAt = Date.now();
  const base = { id: newJobId(), owner: 'a', createdAt, deadline: createdAt + 60_000, lines: 3 };
  return { ...base, include: [], credential: 'a', fresh: false, webhook: null, ...given };
}

/** The answer to a line. */
export function resultOf(number: number, status = 200, more = ''): LineResult {
  return { number, status, bytes: Buffer.from(`{"line":${number},"status":${status},"id":"${number}${more}"}\n`) };
}

/** Adds a job with a body. */
export async function addTo(store: JobStore, order: JobOrder, body = 'one\ntwo\nthree\n'): Promise<JobOrder> {
  await store.receive(order, chunksOf(body));
  await store.add(order);
  return order;
}

async function* chunksOf(text: string): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < text.length; at += 5) yield Buffer.from(text.slice(at, at + 5));
}

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts).toString();
}

/** Lines of the answers of a job. */
export async function linesIn(store: JobStore, ref: JobRef, from = 0, to = 100): Promise<number[]> {
  const text = await textOf(store.results(ref, from, to));
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).line);
}

/** Runs a job to its end. */
async function complete(claim: Claim): Promise<void> {
  await claim.end('completed');
  await claim.settle();
}

interface Stores {
  one: JobStore;
  other: JobStore;
}

/** What holds for every `JobStore`. @param open makes two that share their jobs, as two processes would */
export function describeJobStore(name: string, open: (options: { keep: number }) => Promise<Stores>): void {
  async function opened(options: { keep?: number } = {}): Promise<Stores> {
    const stores = await open({ keep: 60_000, ...options });
    onTestFinished(async () => {
      await Promise.all([stores.one.close(), stores.other.close()]);
    });
    return stores;
  }

  describe(name, () => {
    test('gives back what was added, to everybody who names its owner', async () => {
      const { one, other } = await opened();
      const order = await addTo(one, orderOf({ include: ['dates'], webhook: 'https://a.example/', fresh: true }));
      const job = { ...order, state: 'running', endedAt: null, answered: 0, found: 0, bytes: 0 };
      expect(await other.get(order)).toEqual(job);
      expect(await other.get({ owner: 'b', id: order.id })).toBeUndefined();
      expect([await other.list('a'), await other.list('b')]).toEqual([[job], []]);
      expect(await linesIn(other, order)).toEqual([]);
    });

    test('knows the id of a job, whoever asks, until it is removed', async () => {
      const { one, other } = await opened();
      const order = await addTo(one, orderOf());
      expect([await other.isThere(order.id), await other.isThere(newJobId())]).toEqual([true, false]);
      await one.remove(order);
      expect(await other.isThere(order.id)).toBe(false);
    });

    test('lists jobs with the newest first, and none whose body alone was received', async () => {
      const { one } = await opened();
      const older = await addTo(one, orderOf({ createdAt: 1_000 }));
      const newer = await addTo(one, orderOf({ createdAt: 2_000 }));
      await one.receive(orderOf(), chunksOf('one'));
      expect((await one.list('a')).map(({ id }) => id)).toEqual([newer.id, older.id]);
    });

    test('hands out a job with its body, once', async () => {
      const { one, other } = await opened();
      const claims: string[] = [];
      const run = (place: string) => async (claim: Claim) => {
        claims.push(`${place} ${await textOf(claim.body())}`);
        await sleep(200);
        await complete(claim);
      };
      one.work(run('one'));
      other.work(run('other'));
      const order = await addTo(one, orderOf(), 'one\ntwo\n');
      await expect.poll(async () => (await one.get(order))?.state, { timeout: 40_000 }).toBe('completed');
      await sleep(300);
      expect(claims).toEqual([expect.stringMatching(/^\w+ one\ntwo\n$/)]);
    });

    test('keeps answers in their order, and of each line the first', async () => {
      const { one, other } = await opened();
      one.work(async (claim) => {
        await Promise.all([
          claim.record(resultOf(3)),
          claim.record(resultOf(1, 502)),
          claim.record(resultOf(3, 500, 'b')),
        ]);
        await claim.record(resultOf(2));
        expect([1, 2, 3, 4].map((line) => claim.isAnswered(line))).toEqual([true, true, true, false]);
        await complete(claim);
      });
      const order = await addTo(one, orderOf());
      await expect.poll(async () => (await other.get(order))?.state, { timeout: 40_000 }).toBe('completed');
      const bytes = [1, 2, 3].reduce((sum, line) => sum + resultOf(line).bytes.length, 0);
      expect(await other.get(order)).toMatchObject({ answered: 3, found: 2, bytes });
      expect(await linesIn(other, order)).toEqual([3, 1, 2]);
      expect([await linesIn(other, order, 1), await linesIn(other, order, 1, 2)]).toEqual([[1, 2], [1]]);
      expect([await linesIn(other, order, 3), await linesIn(other, order, 9)]).toEqual([[], []]);
      expect(await textOf(other.results(order, 0, 1))).toBe(resultOf(3).bytes.toString());
    });

    test('has another go on where one has stopped', async () => {
      const { one, other } = await opened();
      const began = createGate<void>();
      one.work(async (claim) => {
        await claim.record(resultOf(2));
        began.open();
        await new Promise<void>((resolve) => claim.signal.addEventListener('abort', () => resolve()));
        expect([claim.takenBack.aborted, claim.isCancelled()]).toEqual([true, false]);
      });
      const order = await addTo(one, orderOf());
      await began.promise;
      const seen: boolean[] = [];
      other.work(async (claim) => {
        seen.push(...[1, 2, 3].map((line) => claim.isAnswered(line)));
        for (const line of [1, 2, 3]) await claim.record(resultOf(line));
        await complete(claim);
      });
      await one.close();
      await expect.poll(async () => (await other.get(order))?.state, { timeout: 40_000 }).toBe('completed');
      expect(seen).toEqual([false, true, false]);
      expect(await linesIn(other, order)).toEqual([2, 1, 3]);
    });

    test('a job that is cancelled elsewhere is to end within a second; its answers stay', async () => {
      const { one, other } = await opened();
      const began = createGate<void>();
      const ended = createGate<number>();
      one.work(async (claim) => {
        await claim.record(resultOf(1));
        began.open();
        await new Promise<void>((resolve) => claim.signal.addEventListener('abort', () => resolve()));
        ended.open(Date.now());
        expect([claim.takenBack.aborted, claim.isCancelled()]).toEqual([false, true]);
        await expect(claim.record(resultOf(2))).rejects.toThrow();
        await claim.end('cancelled');
        await claim.settle();
      });
      const order = await addTo(one, orderOf());
      await began.promise;
      const asked = Date.now();
      await other.cancel(order);
      expect(await other.get(order)).toMatchObject({ state: 'cancelled', endedAt: expect.any(Number) });
      expect((await ended.promise) - asked).toBeLessThan(1_000);
      await expect.poll(async () => (await one.get(order))?.state).toBe('cancelled');
      expect(await linesIn(other, order)).toEqual([1]);
    });

    test('a job that was cancelled while nobody ran it is handed out as such', async () => {
      const { one } = await opened();
      const order = await addTo(one, orderOf());
      await one.cancel(order);
      const cancelled = createGate<boolean>();
      one.work(async (claim) => {
        cancelled.open(claim.isCancelled());
        await claim.end('cancelled');
        await claim.settle();
      });
      expect(await cancelled.promise).toBe(true);
    });

    test('hands out again what was not settled, and says that it has ended', async () => {
      const { one } = await opened();
      const ends: boolean[] = [];
      one.work(async (claim) => {
        ends.push(claim.hasEnded());
        if (!claim.hasEnded()) {
          await claim.end('expired');
          throw new Error('fails before it is settled');
        }
        await claim.settle();
      });
      const order = await addTo(one, orderOf());
      await expect.poll(() => ends, { timeout: 40_000 }).toEqual([false, true]);
      expect((await one.get(order))?.state).toBe('expired');
    });

    test('forgets what is removed, and what was kept long enough', async () => {
      const { one, other } = await opened({ keep: 500 });
      const removed = await addTo(one, orderOf({ owner: 'b' }));
      await other.remove(removed);
      expect([await one.get(removed), await one.list('b')]).toEqual([undefined, []]);
      one.work(complete);
      const order = await addTo(one, orderOf());
      await expect.poll(async () => (await one.get(order))?.state, { timeout: 40_000 }).toBe('completed');
      await expect.poll(() => other.get(order), { timeout: 40_000 }).toBeUndefined();
      expect(await other.list('a')).toEqual([]);
    });
  });
}
