import { describe, expect, onTestFinished, test } from 'vitest';
import { type JobRef, type JobSpec, newJobId, splitIntoBlocks } from '../../src/jobs/job.js';
import { type JobLease, type JobStore, type LineAnswer, settlementBlock } from '../../src/jobs/store.js';
import { after } from './several.js';

/** A minimal order. */
export function orderOf(given: Partial<JobSpec> = {}): JobSpec {
  const createdAt = Date.now();
  const base = { id: newJobId(), owner: 'a', credential: '', createdAt, deadline: createdAt + 60_000, lines: 3 };
  return { ...base, repeated: [], include: [], fresh: false, webhook: null, ...given };
}

/** The answer to a line. */
export function answerTo(
  index: number,
  { isSuccess = true, more = '' }: { isSuccess?: boolean; more?: string } = {},
): LineAnswer {
  return { index, isSuccess, bytes: Buffer.from(`{"line":${index + 1},"more":"${more}"}\n`) };
}

/** Adds a job with as many lines as its order states. */
export async function addTo(store: JobStore, order: JobSpec): Promise<JobSpec> {
  const body = Array.from({ length: order.lines }, (_, index) => `{"id":"${index}"}\n`).join('');
  await store.receive(order, splitIntoBlocks(chunksOf(body)).blocks);
  await store.add(order);
  return order;
}

async function* chunksOf(text: string): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < text.length; at += 5) yield Buffer.from(text.slice(at, at + 5));
}

/** Numbers of the lines that a job has answers for, in stored order. */
export async function linesIn(store: JobStore, ref: JobRef, from = 0, to = 100_000): Promise<number[]> {
  const parts: Uint8Array[] = [];
  for await (const part of store.results(ref, from, to)) parts.push(part);
  const text = Buffer.concat(parts).toString();
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).line);
}

/** Waits until a block can be leased. */
export async function leaseOf(store: JobStore, ref: JobRef): Promise<JobLease> {
  let lease: JobLease | undefined;
  await expect.poll(async () => (lease ??= await store.lease(ref))).toBeDefined();
  return lease!;
}

/** Answers all lines of a lease, and releases it. */
export async function answerAll(store: JobStore, lease: JobLease): Promise<void> {
  for (const { index } of lease.lines) {
    await store.recordCharge(lease, index, 1);
    await store.record(lease, answerTo(index));
  }
  await store.release(lease, { isDone: true });
}

/** Two stores that share their jobs, as in two processes, and a function that makes the leases of `one` expire. */
interface Stores {
  one: JobStore;
  other: JobStore;
  /** Lets other processes lease what `one` holds, as if it had been halted for longer than a lease lasts. */
  expire(ref: JobRef): Promise<void>;
}

/** What holds for every `JobStore`. */
export function describeJobStore(name: string, open: (options: { keep: number }) => Promise<Stores>): void {
  async function opened(options: { keep?: number } = {}): Promise<Stores> {
    const stores = await open({ keep: 60_000, ...options });
    onTestFinished(async () => {
      await Promise.all([stores.one.close(), stores.other.close()]);
    });
    return stores;
  }

  describe(name, () => {
    test('returns an added job to every process that names its owner', async () => {
      const { one, other } = await opened();
      const order = await addTo(one, orderOf({ include: ['dates'], webhook: 'https://a.example/', fresh: true }));
      const job = { ...order, state: 'running', endedAt: null, answered: 0, found: 0, bytes: 0 };
      expect(await other.get(order)).toEqual(job);
      expect(await other.get({ owner: 'b', id: order.id })).toBeUndefined();
      expect([await other.list('a'), await other.list('b')]).toEqual([[job], []]);
      expect([await linesIn(other, order), await other.listUnfinished()]).toEqual([[], [{ owner: 'a', id: order.id }]]);
    });

    test('finds a job by its id alone until it is removed', async () => {
      const { one, other } = await opened();
      const order = await addTo(one, orderOf());
      expect([await other.find(order.id), await other.find(newJobId())]).toEqual([
        { owner: 'a', id: order.id },
        undefined,
      ]);
      expect(await other.owners()).toEqual(['a']);
      await one.remove(order);
      expect([await other.find(order.id), await other.listUnfinished(), await other.list('a')]).toEqual([
        undefined,
        [],
        [],
      ]);
    });

    test('lists jobs with the newest first, and none whose body was received but that were not added', async () => {
      const { one } = await opened();
      const older = await addTo(one, orderOf({ createdAt: 1_000 }));
      const newer = await addTo(one, orderOf({ createdAt: 2_000 }));
      await one.receive(orderOf(), splitIntoBlocks(chunksOf('{"id":"a"}')).blocks);
      expect((await one.list('a')).map(({ id }) => id)).toEqual([newer.id, older.id]);
    });

    test('leases each line once, in blocks, with increasing epochs', async () => {
      const { one } = await opened();
      const order = await addTo(one, orderOf({ lines: 25 }));
      const leases = [await one.lease(order), await one.lease(order), await one.lease(order)].map((lease) => lease!);
      expect(leases.map(({ block, lines }) => [block, lines.length])).toEqual([
        [0, 10],
        [1, 10],
        [2, 5],
      ]);
      expect(leases[1]!.lines[0]).toEqual({ index: 10, number: 11, paid: 0, bytes: Buffer.from('{"id":"10"}') });
      expect(await one.lease(order)).toBeUndefined();
      expect(await one.renew(leases)).toBe('held');
    });

    test('ends the job with the last answer; its end is leased and settled once', async () => {
      const { one } = await opened();
      const order = await addTo(one, orderOf({ lines: 12 }));
      await answerAll(one, await leaseOf(one, order));
      const lease = await leaseOf(one, order);
      expect(await one.record(lease, answerTo(10))).toBe('recorded');
      expect(await one.record(lease, answerTo(11, { isSuccess: false }))).toBe('ended');
      await one.release(lease, { isDone: true });
      expect(await one.get(order)).toMatchObject({ state: 'completed', answered: 12, found: 11 });
      const end = await leaseOf(one, order);
      expect([end.block, end.job.state, await one.lease(order)]).toEqual([settlementBlock, 'completed', undefined]);
      await one.release(end, { isDone: true });
      expect(await one.lease(order)).toBeUndefined();
      await expect.poll(() => one.listUnfinished()).toEqual([]);
      expect(await one.record(lease, answerTo(11))).not.toBe('ended');
      expect(await one.get(order)).toMatchObject({ state: 'completed', answered: 12, found: 11 });
    });

    test('keeps the failed notifications of an end for the next server that leases it', async () => {
      const { one, other, expire } = await opened();
      const order = await addTo(one, orderOf());
      await answerAll(one, await leaseOf(one, order));
      const end = await leaseOf(one, order);
      expect(end.job.failedNotifications).toBeUndefined();
      const failedNotifications = { attempts: 2, nextAt: order.createdAt + 60_000 };
      await one.recordFailedNotifications(end, { attempts: 1, nextAt: order.createdAt });
      await one.recordFailedNotifications(end, failedNotifications);
      await expire(order);
      const next = await leaseOf(other, order);
      expect([next.block, next.job.state, next.job.failedNotifications]).toEqual([
        settlementBlock,
        'completed',
        failedNotifications,
      ]);
      await one.recordFailedNotifications(end, { attempts: 9, nextAt: 0 }); // it lost the lease
      expect(await other.get(order)).toMatchObject({ failedNotifications });
      await other.release(next, { isDone: true });
      expect(await other.lease(order)).toBeUndefined();
    });

    test('keeps answers in the order of recording, and only the first answer of each line', async () => {
      const { one, other } = await opened();
      const order = await addTo(one, orderOf());
      const lease = await leaseOf(one, order);
      await one.record(lease, answerTo(2));
      await one.record(lease, answerTo(0, { isSuccess: false }));
      expect(await one.record(lease, answerTo(2, { more: 'again' }))).toBe('recorded');
      await one.record(lease, answerTo(1));
      const bytes = [0, 1, 2].reduce((sum, index) => sum + answerTo(index).bytes.length, 0);
      expect(await other.get(order)).toMatchObject({ answered: 3, found: 2, bytes });
      expect(await linesIn(other, order)).toEqual([3, 1, 2]);
      expect([await linesIn(other, order, 1), await linesIn(other, order, 1, 2)]).toEqual([[1, 2], [1]]);
      expect([await linesIn(other, order, 3), await linesIn(other, order, 9)]).toEqual([[], []]);
    });

    test('gives the remaining lines of a released lease to another process', async () => {
      const { one, other } = await opened();
      const order = await addTo(one, orderOf());
      const lease = await leaseOf(one, order);
      await one.record(lease, answerTo(1));
      await one.release(lease, { isDone: false });
      await one.close();
      const again = await leaseOf(other, order);
      expect([again.lines.map(({ index }) => index), again.epoch > lease.epoch]).toEqual([[0, 2], true]);
      await answerAll(other, again);
      expect(await linesIn(other, order)).toEqual([2, 1, 3]);
    });

    test('leases a block while the previous one is being released', async () => {
      const { one } = await opened();
      const order = await addTo(one, orderOf({ lines: 20 }));
      const lease = await leaseOf(one, order);
      for (const { index } of lease.lines) await one.record(lease, answerTo(index));
      const [next] = await Promise.all([one.lease(order), one.release(lease, { isDone: true })]);
      expect(next?.block).toBe(1);
      expect(await one.record(next!, answerTo(10))).toBe('recorded');
    });

    test('rejects records under an expired lease, so that no line is answered twice', async () => {
      const { one, other, expire } = await opened();
      const order = await addTo(one, orderOf());
      const lease = await leaseOf(one, order);
      await one.record(lease, answerTo(0));
      await expire(order);
      const again = await leaseOf(other, order);
      expect(again.lines.map(({ index }) => index)).toEqual([1, 2]);
      expect(await one.record(lease, answerTo(1, { more: 'late' }))).toBe('lost');
      expect(await one.renew([lease])).toBe('lost');
      await one.release(lease, { isDone: true });
      await answerAll(other, again);
      expect(await one.record(lease, answerTo(2, { more: 'later' }))).toMatch(/lost|closed/);
      expect(await linesIn(other, order)).toEqual([1, 2, 3]);
      expect(await other.get(order)).toMatchObject({ state: 'completed', answered: 3, found: 3 });
    });

    test('shows payments for a line to the next lease holder, who alone may undo them', async () => {
      const { one, other, expire } = await opened();
      const order = await addTo(one, orderOf());
      const halted = await leaseOf(one, order);
      expect(halted.lines.map(({ paid }) => paid)).toEqual([0, 0, 0]);
      expect([await one.recordCharge(halted, 0, 1), await one.recordCharge(halted, 2, 3)]).toEqual(['held', 'held']);
      expect([
        await one.dropCharge(halted, 0),
        await one.dropCharge(halted, 0),
        await one.recordCharge(halted, 0, 2),
      ]).toEqual([true, false, 'held']);
      await expire(order);
      const lease = await leaseOf(other, order);
      expect(lease.lines.map(({ index, paid }) => [index, paid])).toEqual([
        [0, 2],
        [1, 0],
        [2, 3],
      ]);
      expect([await one.recordCharge(halted, 1, 1), await one.dropCharge(halted, 0)]).toEqual(['lost', false]);
      expect([await other.dropCharge(lease, 0), await other.dropCharge(lease, 1)]).toEqual([true, false]);
    });

    test('returns payments for unanswered lines once, at the end', async () => {
      const { one, other } = await opened();
      const order = await addTo(one, orderOf());
      const lease = await leaseOf(one, order);
      for (const { index } of lease.lines) await one.recordCharge(lease, index, index + 1);
      await one.record(lease, answerTo(1));
      await one.end(order, 'cancelled');
      expect(await one.recordCharge(lease, 0, 1)).toBe('closed');
      await one.release(lease, { isDone: false });
      const end = await leaseOf(one, order);
      expect([await one.takeUnansweredCharges(end), await one.takeUnansweredCharges(end)]).toEqual([4, 0]);
      expect(await other.remove(order)).toBe(0);
    });

    test('keeps the payments for unanswered lines for the server that has the lease of the end', async () => {
      const { one, other, expire } = await opened();
      const order = await addTo(one, orderOf());
      const lease = await leaseOf(one, order);
      for (const { index } of lease.lines) await one.recordCharge(lease, index, index + 1);
      await one.end(order, 'cancelled');
      await one.release(lease, { isDone: false });
      const lost = await leaseOf(one, order);
      await expire(order);
      const end = await leaseOf(other, order);
      expect([await one.takeUnansweredCharges(lost), await other.takeUnansweredCharges(end)]).toEqual([0, 6]);
      await other.release(end, { isDone: false });
      expect(await other.takeUnansweredCharges(await leaseOf(other, order))).toBe(0);
    });

    test('returns payments for unanswered lines once, if a job is removed before its end is settled', async () => {
      const { one, other } = await opened();
      const order = await addTo(one, orderOf());
      const lease = await leaseOf(one, order);
      for (const { index } of lease.lines) await one.recordCharge(lease, index, index + 1);
      await one.record(lease, answerTo(1));
      await other.end(order, 'cancelled');
      expect(await Promise.all([other.remove(order), other.remove(order)]).then((left) => left.toSorted())).toEqual([
        0, 4,
      ]);
      expect([await one.recordCharge(lease, 0, 1), await one.dropCharge(lease, 2)]).toEqual([
        expect.stringMatching(/lost|closed/),
        false,
      ]);
      expect(await one.record(lease, answerTo(0))).toMatch(/lost|closed/);
      await one.release(lease, { isDone: true });
      expect(await one.remove(order)).toBe(0);
      expect([await one.get(order), await other.listUnfinished(), await other.list('a')]).toEqual([undefined, [], []]);
    });

    test('returns no payments if a job is removed after its end was settled', async () => {
      const { one } = await opened();
      const order = await addTo(one, orderOf());
      const lease = await leaseOf(one, order);
      await one.recordCharge(lease, 0, 3);
      await one.end(order, 'cancelled');
      await one.release(lease, { isDone: false });
      const end = await leaseOf(one, order);
      expect(await one.takeUnansweredCharges(end)).toBe(3);
      await one.release(end, { isDone: true });
      expect(await one.remove(order)).toBe(0);
    });

    test('takes no further answers for a job cancelled elsewhere, and keeps the earlier ones', async () => {
      const { one, other } = await opened();
      const order = await addTo(one, orderOf());
      const lease = await leaseOf(one, order);
      await one.record(lease, answerTo(0));
      await other.end(order, 'cancelled');
      expect(await other.get(order)).toMatchObject({ state: 'cancelled', endedAt: expect.any(Number), answered: 1 });
      expect([await one.renew([lease]), await one.record(lease, answerTo(1))]).toEqual(['closed', 'closed']);
      await one.release(lease, { isDone: false });
      const end = await leaseOf(one, order);
      expect([end.block, end.job.state]).toEqual([settlementBlock, 'cancelled']);
      await one.release(end, { isDone: true });
      await one.end(order, 'expired');
      expect([(await one.get(order))?.state, await linesIn(one, order)]).toEqual(['cancelled', [1]]);
    });

    test('removes jobs when their retention ends', async () => {
      const { one, other } = await opened({ keep: 300 });
      const order = await addTo(one, orderOf());
      await answerAll(one, await leaseOf(one, order));
      await one.release(await leaseOf(one, order), { isDone: true });
      await after(400);
      await one.listUnfinished();
      await expect.poll(() => other.get(order)).toBeUndefined();
      expect(await other.list('a')).toEqual([]);
    });
  });
}
