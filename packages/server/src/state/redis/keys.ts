/**
 * Version of the data in Redis, part of the name of every key. It is raised whenever an older service would misread a value. Services
 * of two versions refuse to run side by side, because each would grant all limits anew.
 */
export const schemaVersion = 2;

/** One kind of key in Redis. */
interface KeyKind {
  /** Redis type of its value. */
  readonly type: 'string' | 'hash' | 'list' | 'set' | 'sorted set' | 'stream';
  /** The hash tag, in `{}`: all keys with the same tag are in one hash slot of a Cluster. */
  readonly tag: string;
  readonly holds: string;
  /** When it expires. */
  readonly expires: string;
}

type KeyKindName =
  | ('processes' | 'keys' | 'rate' | 'usage' | 'slots' | 'answer' | 'search' | 'outcome' | 'health' | 'counters')
  | ('job' | 'body' | 'answered' | 'blocks' | 'paid' | 'results' | 'issued' | 'owned' | 'owners' | 'open');

/**
 * Every kind of key in Redis except `<prefix>:schema`, which holds the version in use and expires with the processes. A name is
 * `<prefix>:<version>:<kind>:{<tag>}`, followed by `:<rest>` when one tag has several keys. The guide to several machines shows this
 * table.
 */
export const keyKinds: Readonly<Record<KeyKindName, KeyKind>> = {
  processes: {
    type: 'sorted set',
    tag: '{prefix}:schema',
    holds: 'ids of the processes that share the state, by their time of expiry',
    expires: '10 s after the last heartbeat',
  },
  keys: { type: 'hash', tag: 'svc', holds: 'API keys (digests) and their revision', expires: '400 days unread' },
  rate: { type: 'string', tag: 'API key', holds: 'when the bucket is full again', expires: '1 s after that' },
  usage: { type: 'string', tag: 'API key', holds: 'pages of one day or month', expires: '1 day after its end' },
  slots: { type: 'sorted set', tag: 'API key', holds: 'leases of searches in progress', expires: '12 s unrenewed' },
  answer: { type: 'string', tag: 'digest of the search', holds: 'cached answer', expires: 'SVC_CACHE_SECONDS' },
  search: { type: 'string', tag: 'digest of the search', holds: 'search in progress', expires: '6 s unrenewed' },
  outcome: { type: 'string', tag: 'digest of the search', holds: 'outcome for waiting processes', expires: '5 s' },
  health: { type: 'hash', tag: 'subject', holds: 'cool-down and strikes', expires: '1 hour after the cool-down' },
  counters: {
    type: 'hash',
    tag: 'subject',
    holds: 'counts of a sliding window',
    expires: 'one window and one slice after the last count',
  },
  job: {
    type: 'hash',
    tag: 'job',
    holds: 'order, progress and end of a job',
    expires: 'SVC_BATCH_KEEP_HOURS after its end',
  },
  body: { type: 'list', tag: 'job', holds: 'its lines, ten in each element', expires: 'with the job' },
  answered: { type: 'string', tag: 'job', holds: 'one bit for each line that has a result', expires: 'with the job' },
  blocks: { type: 'sorted set', tag: 'job', holds: 'leases of blocks of lines', expires: 'with the job' },
  paid: { type: 'hash', tag: 'job', holds: 'pages charged for each of its lines', expires: 'with the job' },
  results: { type: 'list', tag: 'job', holds: 'its results, compressed', expires: 'with the job' },
  issued: { type: 'string', tag: 'job', holds: 'id of the API key that the job belongs to', expires: 'with the job' },
  owned: { type: 'sorted set', tag: 'API key', holds: 'ids of its jobs', expires: 'with the last job' },
  owners: { type: 'sorted set', tag: 'jobs', holds: 'ids of API keys that have jobs', expires: 'with the last job' },
  open: { type: 'set', tag: 'jobs', holds: 'jobs that have not ended', expires: 'with the last job' },
};

/** Makes the name of a key. */
export type KeyName = (kind: KeyKindName, tag: string, rest?: string) => string;

/** Names keys below a prefix. */
export function keyNames(prefix: string): KeyName {
  return (kind, tag, rest) => `${prefix}:${schemaVersion}:${kind}:{${tag}}${rest === undefined ? '' : `:${rest}`}`;
}
