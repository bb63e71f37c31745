import { randomBytes } from 'node:crypto';
import type { Extract } from '../operations/extract.js';
import type { Include } from '../operations/extras.js';

/** Identifies a job. It includes the owner, so that nobody can name the job of another key. */
export interface JobRef {
  /** Id of the API key that owns it. */
  readonly owner: string;
  readonly id: string;
}

/** What a job has to do. */
export interface JobOrder extends JobRef {
  /** `KeySecret.credential` of the secret that submitted it: once that is rotated out, no further line is searched. */
  readonly credential: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** When it ends, however many lines are answered. */
  readonly deadline: number;
  /** Number of lines in its body, without blank ones. */
  readonly lines: number;
  /** Numbers of the lines that repeat the id of an earlier line. */
  readonly repeated: readonly number[];
  readonly include: Include;
  /** Which of the found pages are read. @default none */
  readonly extract?: Extract | undefined;
  /** Whether the cache is bypassed. */
  readonly fresh: boolean;
  /** Where to send a notification of its end; null for nowhere. */
  readonly webhook: string | null;
}

/** How a job has ended. `damaged`: part of its data cannot be read, so it stopped. */
export type JobEnd = 'completed' | 'cancelled' | 'expired' | 'damaged';

/** A job and its progress. */
export interface Job extends JobOrder {
  readonly state: 'running' | JobEnd;
  /** When it ended, in milliseconds since 1970; null while it runs. */
  readonly endedAt: number | null;
  /** Number of answered lines. */
  readonly answered: number;
  /** How many of them have a result page. */
  readonly found: number;
  /** Bytes of all answers. */
  readonly bytes: number;
}

/** A new id. */
export function newJobId(): string {
  return `batch_${randomBytes(12).toString('hex')}`;
}

/** Whether a text has the form of an id. */
export function isJobId(text: string): boolean {
  return /^batch_[0-9a-f]{24}$/.test(text);
}
