import { appendFile, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { folderStore } from '../src/jobs/folder-store.js';
import { addTo, describeJobStore, linesIn, orderOf, resultOf } from './contracts/job-store.js';
import { createGate } from './helpers/gate.js';
import { temporaryFolder } from './helpers/temporary.js';

const poll = 50;

function storeIn(folder: string, faults: unknown[] = []) {
  const store = folderStore(folder, { keep: 60_000, poll, onFault: (error) => faults.push(error) });
  onTestFinished(() => store.close());
  return store;
}

describeJobStore('jobs in a folder', async ({ keep }) => {
  const folder = await temporaryFolder();
  const open = () => folderStore(folder, { keep, poll, onFault: () => {} });
  return { one: open(), other: open() };
});

test('what a crash has left half written is cut off, and that line is run again', async () => {
  const folder = await temporaryFolder();
  const order = await addTo(storeIn(folder), orderOf());
  const file = join(folder, 'key-a', order.id, 'results.ndjson');
  await writeFile(file, Buffer.concat([resultOf(1).bytes, resultOf(2).bytes.subarray(0, 20)]));
  const again = storeIn(folder);
  expect(await linesIn(again, order)).toEqual([1]);
  again.work(async (claim) => {
    expect([claim.isAnswered(1), claim.isAnswered(2)]).toEqual([true, false]);
    await claim.record(resultOf(2));
    await claim.end('completed');
    await claim.settle();
  });
  await expect.poll(async () => (await again.get(order))?.state).toBe('completed');
  expect(await readFile(file, 'utf8')).toBe(`${resultOf(1).bytes}${resultOf(2).bytes}`);
});

test('answers longer than what is read at once are counted, and a part of one is not', async () => {
  const folder = await temporaryFolder();
  const store = storeIn(folder);
  const order = await addTo(store, orderOf());
  const file = join(folder, 'key-a', order.id, 'results.ndjson');
  const long = resultOf(7, 200, 'x'.repeat(600_000)).bytes;
  await writeFile(file, Buffer.concat([resultOf(3, 502).bytes, long]));
  await appendFile(file, long.subarray(0, 300_000));
  expect(await store.get(order)).toMatchObject({ answered: 2, found: 1 });
  await appendFile(file, long.subarray(300_000));
  expect(await store.get(order)).toMatchObject({ answered: 3, found: 2 });
  expect(await linesIn(store, order)).toEqual([3, 7, 7]);
});

test('files are for their owner alone, and a folder is made only when a job comes', async () => {
  const folder = join(await temporaryFolder(), 'batches');
  const store = storeIn(folder);
  store.work(async () => {});
  expect(await store.list('..')).toEqual([]);
  await expect(stat(folder)).rejects.toThrow('ENOENT');
  const order = await addTo(store, orderOf({ owner: '..' }));
  expect(await readdir(folder)).toEqual(['key-..']);
  const inside = join(folder, 'key-..', order.id);
  expect((await stat(inside)).mode & 0o777).toBe(0o700);
  expect((await stat(join(inside, 'body.ndjson'))).mode & 0o777).toBe(0o600);
});

test('a fault of one job is told, and holds up no other', async () => {
  const folder = await temporaryFolder();
  const faults: unknown[] = [];
  const store = storeIn(folder, faults);
  const done = createGate<string>();
  store.work(async ({ job, end, settle }) => {
    if (job.lines === 1) throw new Error('broken');
    await end('completed');
    await settle();
    done.open(job.id);
  });
  await addTo(store, orderOf({ lines: 1 }));
  const other = await addTo(store, orderOf());
  expect(await done.promise).toBe(other.id);
  expect(`${faults[0]}`).toBe('Error: broken');
});
