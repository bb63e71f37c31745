import type { RedisConnection } from '../state/redis/connection.js';
import type { JobRef } from './job.js';

/** The keys of a job in Redis. */
interface JobKeys {
  /** A hash: what it is asked to do, how far it is, how it has ended. */
  readonly job: string;
  /** A list of the parts in which its body came. */
  readonly body: string;
  /** A set of the lines that are answered. */
  readonly lines: string;
  /** A list of its answers. */
  readonly results: string;
}

/** The names of keys. */
export interface JobNames {
  of(ref: JobRef): JobKeys;
  /** There while some key has a job of this id. */
  issued(id: string): string;
  /** The ids of a key's jobs, by when they were made. */
  owned(owner: string): string;
  /** The names of all jobs of which something is left to do. */
  readonly open: string;
  /** What the queue puts before its own keys. */
  readonly queue: string;
}

/** The names of keys on a connection. */
export function jobKeys({ key }: Pick<RedisConnection, 'key'>): JobNames {
  return {
    of({ owner, id }) {
      const tag = `${owner}:${id}`;
      return { job: key('job', tag), body: key('body', tag), lines: key('lines', tag), results: key('results', tag) };
    },
    issued: (id) => key('issued', id),
    owned: (owner) => key('owned', owner),
    open: key('open', 'jobs'),
    queue: key('queue', 'jobs'),
  };
}

/** A job as one text. No id has a blank. */
export function nameOf({ owner, id }: JobRef): string {
  return `${owner} ${id}`;
}

/** The job that a name is of. */
export function refIn(name: string): JobRef {
  const [owner = '', id = ''] = name.split(' ');
  return { owner, id };
}
