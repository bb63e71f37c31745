import { type FileHandle, open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../errors/reasons.js';
import type { FailedNotifications, JobEnd, JobRef } from './job.js';
import {
  assertJobRecordIntact,
  DamagedJobError,
  isTruncatedJobRecordHeader,
  jobRecordHeaderBytes,
  readJobRecordHeader,
  unpackJsonJobRecord,
} from './records.js';

/** The files of a job, all in a folder of its own. */
export interface JobFilePaths {
  readonly folder: string;
  /** The order. It exists once the job is accepted. */
  readonly spec: string;
  /** The lines in blocks, one record each. */
  readonly body: string;
  /** Which answers count, see `ClaimFile`. */
  readonly claim: string;
  /** How it has ended, see `EndFile`. */
  readonly end: string;
  /** Exists once somebody wants the job to end, see `EndRequest`. */
  readonly endRequest: string;
  /** Exists once damage was found. */
  readonly damaged: string;
  /** The answers recorded under an epoch. */
  results(epoch: number): string;
}

/** The part of an epoch's file of answers that counts. */
export interface EpochFilePart {
  readonly epoch: number;
  /** Bytes of its file that count: a server that had lost the job wrote the rest. */
  readonly bytes: number;
}

/** Replaced with each claim, which fences off the process that had claimed the job before. */
export interface JobClaimFile {
  readonly epoch: number;
  /** The closed parts of earlier epochs. */
  readonly parts: readonly EpochFilePart[];
}

/** How somebody wants a job to end. */
export interface JobEndRequestFile {
  readonly state: JobEnd;
}

/** How a job has ended. */
export interface JobEndFile {
  readonly state: JobEnd;
  readonly endedAt: number;
  readonly answered: number;
  readonly isSettled: boolean;
  /** See `Job`. */
  readonly failedNotifications?: FailedNotifications;
}

/** Paths of the files of a job. The prefix is needed because the id of a key may be `..`. */
export function jobFilePaths(root: string, { owner, id }: JobRef): JobFilePaths {
  return jobFilePathsIn(join(root, `key-${owner}`, id));
}

/** Paths of the files of the job in a folder. */
export function jobFilePathsIn(folder: string): JobFilePaths {
  const file = (name: string) => join(folder, name);
  return {
    ...{ folder, spec: file('order'), body: file('body'), claim: file('claim'), end: file('end') },
    ...{ endRequest: file('end-request'), damaged: file('damaged') },
    results: (epoch) => file(`results.${epoch}`),
  };
}

/** The jobs of a key, in no order. */
export async function jobRefsOf(root: string, owner: string): Promise<JobRef[]> {
  const names = await entryNamesIn(join(root, `key-${owner}`));
  return names.filter((name) => !name.endsWith('.lock')).map((id) => ({ owner, id }));
}

/** The jobs of all keys. */
export async function allJobRefs(root: string): Promise<JobRef[]> {
  return (await Promise.all((await ownersOf(root)).map((owner) => jobRefsOf(root, owner)))).flat();
}

/** Ids of the keys that have or had jobs. */
export async function ownersOf(root: string): Promise<string[]> {
  const names = await entryNamesIn(root);
  return names.filter((name) => name.startsWith('key-')).map((name) => name.slice('key-'.length));
}

/** The JSON value in a file of one record; undefined when there is no file. Throws a `DamagedJobError`. */
export async function readJsonRecord<T>(path: string): Promise<T | undefined> {
  const packed = await undefinedIfMissing(readFile(path));
  return packed && unpackJsonJobRecord<T>(packed, path);
}

/** When a file was last modified, in milliseconds since 1970; undefined when there is none. */
export async function modifiedTime(path: string): Promise<number | undefined> {
  return (await undefinedIfMissing(stat(path)))?.mtimeMs;
}

/** Resolves to the value, or to undefined when the file does not exist. */
export async function undefinedIfMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return undefined;
    throw error;
  }
}

/** Position of a record in its file, and what its head says. */
export interface JobRecordPosition {
  /** Of its head. */
  readonly start: number;
  readonly end: number;
  readonly index: number;
  readonly isSuccess: boolean;
  /** See `StoredRecord`. */
  readonly isPayment: boolean;
  /** Bytes before compression. */
  readonly size: number;
}

/**
 * Reads and checks the records of a file one by one. Ignores an incomplete record at the end, which a crash leaves. Throws a
 * `DamagedJobError` at a garbled record.
 */
export async function* readJobRecords(path: string, from = 0): AsyncGenerator<JobRecordPosition & { packed: Buffer }> {
  const file = await undefinedIfMissing(open(path, 'r'));
  if (file === undefined) return;
  try {
    const { size } = await file.stat();
    if (size < from) throw new DamagedJobError(path, 'the file is shorter than before');
    for (let start = from; start < size; ) {
      const head = await bytesAt(file, start, jobRecordHeaderBytes);
      if (head.every((byte) => byte === 0)) return; // allocated but not written before the machine went down
      if (isTruncatedJobRecordHeader(head)) return;
      const read = readJobRecordHeader(head, path);
      const end = start + jobRecordHeaderBytes + read.length;
      if (end > size) return;
      const body = await bytesAt(file, start + jobRecordHeaderBytes, read.length);
      assertJobRecordIntact(read, body, path);
      const { index, isSuccess, isPayment, size: bytes } = read;
      yield { start, end, index, isSuccess, isPayment, size: bytes, packed: Buffer.concat([head, body]) };
      start = end;
    }
  } finally {
    await file.close();
  }
}

/** The bytes of one record. Throws a `DamagedJobError` when the file is missing. */
export async function readJobRecordAt(
  path: string,
  { start, end }: Pick<JobRecordPosition, 'start' | 'end'>,
): Promise<Buffer> {
  const file = await undefinedIfMissing(open(path, 'r'));
  if (file === undefined) throw new DamagedJobError(path, 'the file is missing');
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

export async function entryNamesIn(folder: string): Promise<string[]> {
  return (await undefinedIfMissing(readdir(folder))) ?? [];
}
