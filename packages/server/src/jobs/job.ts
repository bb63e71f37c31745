import { randomBytes } from 'node:crypto';
import type { Extract } from '../operations/extract.js';
import type { Include } from '../operations/extras.js';

/** Names a job. Only its owner can: that of somebody else cannot be asked for. */
export interface JobRef {
  /** Id of the key that it belongs to. */
  readonly owner: string;
  readonly id: string;
}

/** What a job is asked to do. */
export interface JobOrder extends JobRef {
  /** `KeySecret.credential` of the secret that it was ordered with: once that is rotated out, no further line is searched. */
  readonly credential: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** When it ends, whatever is answered by then. */
  readonly deadline: number;
  /** How many lines its body has that are not blank. */
  readonly lines: number;
  /** The numbers of lines whose id another line before them has. */
  readonly repeated: readonly number[];
  readonly include: Include;
  /** Which of the pages found are read. @default none */
  readonly extract?: Extract | undefined;
  /** Whether the cache is bypassed. */
  readonly fresh: boolean;
  /** Where to tell that it has ended; null for nowhere. */
  readonly webhook: string | null;
}

/** How a job has ended. `damaged`: what is kept of it cannot be read in full; it runs no further. */
export type JobEnd = 'completed' | 'cancelled' | 'expired' | 'damaged';

/** A job and how far it is. */
export interface Job extends JobOrder {
  readonly state: 'running' | JobEnd;
  /** When it ended, in milliseconds since 1970; null for not yet. */
  readonly endedAt: number | null;
  /** How many lines are answered. */
  readonly answered: number;
  /** How many of them with a result page. */
  readonly found: number;
  /** Size of the answers. */
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
