import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../errors/error-code.js';
import type { JobRef } from './job.js';

/** The files of a job, all in a folder of its own. */
export interface JobFiles {
  readonly folder: string;
  /** What it is asked to do. It is there once the job is accepted. */
  readonly order: string;
  readonly body: string;
  /** Its answers, appended to. */
  readonly results: string;
  /** There once it is cancelled. */
  readonly cancelled: string;
  /** How it has ended. */
  readonly end: string;
}

/** Where the files of a job are. The id of a key may be `..`, which is no name of a folder. */
export function filesOf(root: string, { owner, id }: JobRef): JobFiles {
  const folder = join(root, `key-${owner}`, id);
  const file = (name: string) => join(folder, name);
  return {
    folder,
    order: file('order.json'),
    body: file('body.ndjson'),
    results: file('results.ndjson'),
    cancelled: file('cancelled'),
    end: file('end.json'),
  };
}

/** The jobs of a key, in no order. */
export async function jobsOf(root: string, owner: string): Promise<JobRef[]> {
  const names = await namesIn(join(root, `key-${owner}`));
  return names.filter((name) => !name.endsWith('.lock')).map((id) => ({ owner, id }));
}

/** The jobs of all keys. */
export async function allJobs(root: string): Promise<JobRef[]> {
  const owners = (await namesIn(root)).map((name) => name.slice('key-'.length));
  return (await Promise.all(owners.map((owner) => jobsOf(root, owner)))).flat();
}

/** What a JSON file says; undefined where there is none. */
export async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Whether there is a file, and since when, in milliseconds since 1970. */
export async function timeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Whether an error says that there is no such file. */
export function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
