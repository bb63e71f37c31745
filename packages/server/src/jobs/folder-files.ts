import { type FileHandle, open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../errors/reasons.js';
import type { JobEnd, JobRef } from './job.js';
import { checkBody, DamagedError, headBytes, isCutHead, readHead, unpackJson } from './records.js';

/** The files of a job, all in a folder of its own. */
export interface JobFiles {
  readonly folder: string;
  /** What it is asked to do. It is there once the job is accepted. */
  readonly order: string;
  /** Its lines in blocks, a record each. */
  readonly body: string;
  /** Whose it is, and which answers count, see `ClaimFile`. */
  readonly claim: string;
  /** How it has ended, see `EndFile`. */
  readonly end: string;
  /** There once somebody wants it to end, see `WantedFile`. */
  readonly wanted: string;
  /** There once it is found damaged. */
  readonly damaged: string;
  /** Answers that were recorded under an epoch. */
  results(epoch: number): string;
}

/** A part of the answers: those of one epoch. */
export interface AnswerPart {
  readonly epoch: number;
  /** How many bytes of its file count: what came later was recorded by a server that had lost the job. */
  readonly bytes: number;
}

/** Replaced with each claim, so that whoever claimed the job before is fenced off. */
export interface ClaimFile {
  readonly epoch: number;
  /** The parts before, which are closed. */
  readonly parts: readonly AnswerPart[];
}

/** How somebody wants a job to end. */
export interface WantedFile {
  readonly state: JobEnd;
}

/** How a job has ended. */
export interface EndFile {
  readonly state: JobEnd;
  readonly endedAt: number;
  readonly answered: number;
  readonly isSettled: boolean;
}

/** Where the files of a job are. The id of a key may be `..`, which is no name of a folder. */
export function filesOf(root: string, { owner, id }: JobRef): JobFiles {
  const folder = join(root, `key-${owner}`, id);
  const file = (name: string) => join(folder, name);
  return {
    ...{ folder, order: file('order'), body: file('body'), claim: file('claim'), end: file('end') },
    ...{ wanted: file('wanted'), damaged: file('damaged') },
    results: (epoch) => file(`results.${epoch}`),
  };
}

/** The jobs of a key, in no order. */
export async function jobsOf(root: string, owner: string): Promise<JobRef[]> {
  const names = await namesIn(join(root, `key-${owner}`));
  return names.filter((name) => !name.endsWith('.lock')).map((id) => ({ owner, id }));
}

/** The jobs of all keys. */
export async function allJobs(root: string): Promise<JobRef[]> {
  return (await Promise.all((await ownersOf(root)).map((owner) => jobsOf(root, owner)))).flat();
}

/** Ids of the keys that have, or had, jobs. */
export async function ownersOf(root: string): Promise<string[]> {
  const names = await namesIn(root);
  return names.filter((name) => name.startsWith('key-')).map((name) => name.slice('key-'.length));
}

/** What a file of one record of JSON says; undefined where there is none. Throws a `DamagedError`. */
export async function readJson<T>(path: string): Promise<T | undefined> {
  const packed = await orNothing(readFile(path));
  return packed && unpackJson<T>(packed, path);
}

/** Whether there is a file, and since when, in milliseconds since 1970. */
export async function timeOf(path: string): Promise<number | undefined> {
  return (await orNothing(stat(path)))?.mtimeMs;
}

/** The value; undefined where there is no such file. */
export async function orNothing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return undefined;
    throw error;
  }
}

/** Where a record is in its file, and what its head says. */
export interface RecordPlace {
  /** Of its head. */
  readonly start: number;
  readonly end: number;
  readonly index: number;
  readonly isFound: boolean;
  /** See `KeptRecord`. */
  readonly isPayment: boolean;
  /** Bytes before compression. */
  readonly size: number;
}

/**
 * Reads and checks the records of a file, one after the other. What is cut off at its end, as by a crash, is left out.
 * Throws a `DamagedError` at one that is garbled.
 */
export async function* recordsIn(path: string, from = 0): AsyncGenerator<RecordPlace & { packed: Buffer }> {
  const file = await orNothing(open(path, 'r'));
  if (file === undefined) return;
  try {
    const { size } = await file.stat();
    if (size < from) throw new DamagedError(path, 'the file is shorter than before');
    for (let start = from; start < size; ) {
      const head = await bytesAt(file, start, headBytes);
      if (head.every((byte) => byte === 0)) return; // never written: the machine went down
      if (isCutHead(head)) return;
      const read = readHead(head, path);
      const end = start + headBytes + read.length;
      if (end > size) return;
      const body = await bytesAt(file, start + headBytes, read.length);
      checkBody(read, body, path);
      const { index, isFound, isPayment, size: bytes } = read;
      yield { start, end, index, isFound, isPayment, size: bytes, packed: Buffer.concat([head, body]) };
      start = end;
    }
  } finally {
    await file.close();
  }
}

/** One record. Throws a `DamagedError` where there is none. */
export async function recordAt(path: string, { start, end }: Pick<RecordPlace, 'start' | 'end'>): Promise<Buffer> {
  const file = await orNothing(open(path, 'r'));
  if (file === undefined) throw new DamagedError(path, 'the file is missing');
  try {
    return await bytesAt(file, start, end - start);
  } finally {
    await file.close();
  }
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await file.read(buffer, read, length - read, position + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return buffer.subarray(0, read);
}

export async function namesIn(folder: string): Promise<string[]> {
  return (await orNothing(readdir(folder))) ?? [];
}
