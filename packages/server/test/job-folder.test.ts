import {
  appendFile,
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createJobDispatcher } from '../src/jobs/dispatcher.js';
import { FolderJobStore } from '../src/jobs/folder-store.js';
import type { JobSpec } from '../src/jobs/job.js';
import { type DamagedJobError, packJobRecord } from '../src/jobs/records.js';
import { addTo, answerAll, answerTo, describeJobStore, leaseOf, linesIn, orderOf } from './contracts/job-store.js';
import { temporaryFolder } from './helpers/temporary.js';

function storeIn(folder: string, { keep = 60_000, damage = [] as string[] } = {}) {
  const onDamage = (_: unknown, { message }: DamagedJobError) => void damage.push(message);
  const store = new FolderJobStore(folder, { retention: keep, onDamage });
  onTestFinished(() => store.close());
  return store;
}

describeJobStore('jobs in a folder', async ({ keep }) => {
  const folder = await temporaryFolder();
  return {
    one: storeIn(folder, { keep }),
    other: storeIn(folder, { keep }),
    // As for a process that has not renewed its lock in time.
    expire: async ({ owner, id }) => {
      const lock = join(folder, `key-${owner}`, `${id}.lock`);
      await utimes(lock, new Date(Date.now() - 60_000), new Date(Date.now() - 60_000));
    },
  };
});

const resultsOf = (folder: string, { owner, id }: JobSpec) => join(folder, `key-${owner}`, id, 'results.1');

test('ignores a record that a crash left incomplete, and leases its line again', async () => {
  const folder = await temporaryFolder();
  const first = storeIn(folder);
  const order = await addTo(first, orderOf());
  const lease = await leaseOf(first, order);
  for (const index of [0, 1]) await first.record(lease, answerTo(index));
  await first.release(lease, { isDone: false });
  const { size } = await stat(resultsOf(folder, order));
  await truncate(resultsOf(folder, order), size - 20);
  const again = storeIn(folder);
  expect(await linesIn(again, order)).toEqual([1]);
  await answerAll(again, await leaseOf(again, order));
  expect([(await again.get(order))?.state, await linesIn(again, order)]).toEqual(['completed', [1, 2, 3]]);
});

test('returns answers longer than the read buffer unchanged', async () => {
  const folder = await temporaryFolder();
  const store = storeIn(folder);
  const order = await addTo(store, orderOf());
  const lease = await leaseOf(store, order);
  const long = answerTo(2, { more: 'x'.repeat(600_000) });
  await store.record(lease, long);
  await store.record(lease, answerTo(0, { isSuccess: false }));
  const parts: Uint8Array[] = [];
  for await (const part of store.results(order, 0, 1)) parts.push(part);
  expect(Buffer.concat(parts).equals(long.bytes)).toBe(true);
  expect(await store.get(order)).toMatchObject({ answered: 2, found: 1 });
});

test('files are readable by their owner only, and the folder is created with the first job', async () => {
  const folder = join(await temporaryFolder(), 'batches');
  const store = storeIn(folder);
  expect([await store.list('..'), await store.listUnfinished()]).toEqual([[], []]);
  await expect(stat(folder)).rejects.toThrow('ENOENT');
  const order = await addTo(store, orderOf({ owner: '..' }));
  expect(await readdir(folder)).toEqual(['key-..']);
  const inside = join(folder, 'key-..', order.id);
  expect((await stat(inside)).mode & 0o777).toBe(0o700);
  expect((await stat(join(inside, 'body'))).mode & 0o777).toBe(0o600);
});

/** Integers from 0, the same sequence for the same seed (mulberry32). */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const seed = Number(process.env.SVC_SEED ?? Date.now() % 100_000);
const ways = ['garbled', 'cut', 'replaced', 'emptied'] as const;

/** Damages a file at a position; returns whether its content changed. */
async function damageFile(path: string, way: (typeof ways)[number], place: number): Promise<boolean> {
  const bytes = await readFile(path);
  if (way === 'garbled') bytes[place] = (bytes[place] ?? 0) ^ (1 << (place % 8));
  const text = {
    garbled: bytes,
    cut: bytes.subarray(0, place),
    replaced: Buffer.from('{"state":1}'),
    emptied: Buffer.of(),
  };
  await writeFile(path, text[way]);
  return true;
}

test.each(['running', 'ended'] as const)(
  `reports damage of every stored file of a job that is %s (seed ${seed})`,
  async (state) => {
    const random = numbers(seed);
    for (const name of ['order', 'body', 'claim', 'end', 'results.1', 'results.2']) {
      if ((name === 'end' && state === 'running') || (name === 'body' && state === 'ended')) continue;
      for (const way of ways) {
        const folder = await temporaryFolder();
        const first = storeIn(folder);
        const [order, sound] = [await addTo(first, orderOf({ lines: 30 })), await addTo(first, orderOf())];
        const blocks = state === 'running' ? 2 : 3;
        for (let block = 0; block < blocks; block += 1) await answerAll(first, await leaseOf(first, order));
        await first.close();
        const path = join(folder, 'key-a', order.id, name);
        const place = random((await stat(path)).size);
        await damageFile(path, way, place);
        const what = `${name} ${way} at ${place} of a job that is ${state}`;
        const damage: string[] = [];
        const again = storeIn(folder, { damage });
        const { state: seen, answered } = (await again.get(order)) ?? {};
        const lease = await again.lease(order);
        const lines = await linesIn(again, order);
        const kept = await again.get(order);
        // Truncated results of a running job may be due to a crash, so their lines are answered again.
        const isCrash = name === 'results.2' && state === 'running' && (way === 'cut' || way === 'emptied');
        if (!isCrash) expect(`${what}: ${kept?.state}, ${damage.length}`).toBe(`${what}: damaged, 1`);
        if (isCrash) for (const { index } of lease!.lines) expect(lines).not.toContain(index + 1);
        expect([what, new Set(lines).size, answered === lines.length || seen === 'running']).toEqual([
          what,
          lines.length,
          true,
        ]);
        expect([what, kept?.answered]).toEqual([what, lines.length]);
        expect(again.fault()).toBeUndefined();
        await answerAll(again, await leaseOf(again, sound));
        expect((await again.get(sound))?.state).toBe('completed');
        expect((await again.list('a')).length).toBe(2);
        await again.close();
        await rm(folder, { recursive: true, force: true });
      }
    }
  },
);

test('answers counted before damage is found are no longer counted, in any process', async () => {
  const folder = await temporaryFolder();
  const [one, other] = [storeIn(folder), storeIn(folder)];
  const order = await addTo(one, orderOf({ lines: 12 }));
  await answerAll(one, await leaseOf(one, order));
  await answerAll(one, await leaseOf(one, order));
  const counts = async () => Promise.all([one, other].map(async (store) => (await store.get(order))?.answered));
  expect(await counts()).toEqual([12, 12]);
  const path = resultsOf(folder, order);
  await damageFile(path, 'garbled', (await stat(path)).size - 1); // of the tenth answer
  const lines = await linesIn(one, order);
  expect(lines).toHaveLength(9); // the last two are in another file
  expect(await counts()).toEqual([lines.length, lines.length]);
  expect((await one.get(order))?.state).toBe('damaged');
});

test.each(ways)('reports damage of a %s request to end a job', async (way) => {
  const folder = await temporaryFolder();
  const damage: string[] = [];
  const [holder, other] = [storeIn(folder, { damage }), storeIn(folder, { damage })];
  const order = await addTo(holder, orderOf({ lines: 30 }));
  const lease = await leaseOf(holder, order);
  await other.end(order, 'expired');
  const path = join(folder, 'key-a', order.id, 'end-request');
  expect((await other.get(order))?.state).toBe('expired');
  await damageFile(path, way, numbers(seed)((await stat(path)).size));
  expect([(await other.get(order))?.state, damage.length]).toEqual(['damaged', 1]);
  expect(await holder.record(lease, answerTo(0))).toBe('closed');
  await holder.release(lease, { isDone: false });
  expect([await holder.lease(order), (await holder.get(order))?.state, damage.length]).toEqual([
    undefined,
    'damaged',
    1,
  ]);
});

test('reports a garbled payment record when reading answers, even if it was read before', async () => {
  const folder = await temporaryFolder();
  const damage: string[] = [];
  const store = storeIn(folder, { damage });
  const order = await addTo(store, orderOf({ lines: 2 }));
  const lease = await leaseOf(store, order);
  for (const index of [0, 1]) {
    await store.recordCharge(lease, index, 1);
    await store.record(lease, answerTo(index));
  }
  expect([(await store.get(order))?.state, await linesIn(store, order)]).toEqual(['completed', [1, 2]]);
  const path = resultsOf(folder, order);
  const answer = (await packJobRecord(answerTo(1))).length;
  await damageFile(path, 'garbled', (await stat(path)).size - answer - 1); // the payment for the second line
  expect([await linesIn(store, order), damage.length]).toEqual([[1], 1]);
  const { state, answered } = (await store.get(order))!;
  expect([state, answered]).toEqual(['damaged', 1]);
});

test.each(['order', 'body', 'claim', 'results.1'])('a damaged %s does not delay jobs of other keys', async (name) => {
  const folder = await temporaryFolder();
  const first = storeIn(folder);
  const [order, sound] = [await addTo(first, orderOf({ lines: 30 })), await addTo(first, orderOf({ owner: 'b' }))];
  await answerAll(first, await leaseOf(first, order));
  await first.close();
  await damageFile(join(folder, 'key-a', order.id, name), 'garbled', 30);
  const store = storeIn(folder);
  const ended = new Promise<void>((resolve, reject) => {
    const dispatcher = createJobDispatcher({
      store,
      async work(ref) {
        const lease = await store.lease(ref);
        if (lease !== undefined && ref.id === sound.id) resolve();
      },
      onFault: reject,
      poll: 3_600_000, // the first look must find the sound job
    });
    onTestFinished(() => dispatcher.close());
    dispatcher.start();
  });
  await expect(ended).resolves.toBeUndefined();
});

test('reports garbage after the answers as damage, and returns the answers before it', async () => {
  const folder = await temporaryFolder();
  const store = storeIn(folder);
  const order = await addTo(store, orderOf());
  const lease = await leaseOf(store, order);
  await store.record(lease, answerTo(0));
  await appendFile(resultsOf(folder, order), 'x'.repeat(200));
  expect([(await store.get(order))?.state, await linesIn(store, order)]).toEqual(['damaged', [1]]);
  expect(await store.record(lease, answerTo(1))).toBe('closed');
});

test('the lock of a dead process expires even if the clock is set back', async () => {
  const folder = await temporaryFolder();
  const store = storeIn(folder);
  const order = await addTo(store, orderOf());
  const lock = join(folder, `key-${order.owner}`, `${order.id}.lock`);
  const inAnHour = new Date(Date.now() + 3_600_000);
  await mkdir(lock);
  await utimes(lock, inAnHour, inAnHour);
  await answerAll(store, (await store.lease(order))!);
  expect(await store.get(order)).toMatchObject({ state: 'completed' });
});

test('an answer that cannot be synced to disk does not count as damage for concurrent readers', async () => {
  const folder = await temporaryFolder();
  const damage: string[] = [];
  const [one, other] = [storeIn(folder, { damage }), storeIn(folder, { damage })];
  const order = await addTo(one, orderOf());
  const lease = await leaseOf(one, order);
  await one.record(lease, answerTo(0));
  const handle = await open(import.meta.filename);
  const files = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const sync = vi.spyOn(files, 'datasync').mockImplementationOnce(async () => {
    expect([await one.get(order), await other.get(order)]).toMatchObject([{ answered: 2 }, { answered: 2 }]);
    throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
  });
  onTestFinished(() => sync.mockRestore());
  await expect(one.record(lease, answerTo(1))).rejects.toMatchObject({ code: 'overloaded' });
  expect([await one.get(order), await other.get(order)]).toMatchObject([{ answered: 1 }, { answered: 1 }]);
  await one.record(lease, answerTo(2, { more: 'longer' }));
  await one.record(lease, answerTo(1));
  const done = { state: 'completed', answered: 3, bytes: 3 * answerTo(0).bytes.length + 'longer'.length };
  expect([await one.get(order), await other.get(order), damage]).toMatchObject([done, done, []]);
  expect([await linesIn(one, order), await linesIn(other, order)]).toEqual([
    [1, 3, 2],
    [1, 3, 2],
  ]);
});
