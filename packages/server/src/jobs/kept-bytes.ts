import { ApiError } from '../errors/api-error.js';
import type { BatchLine, FaultyLine } from './batch/batch-line.js';
import type { LinePayment } from './batch/line-payment.js';
import { failedResult, type LineResult } from './batch/line-result.js';
import type { LineCaller, LineRunner } from './batch/run-line.js';
import type { JobStore } from './store.js';

/** Milliseconds for which a count is used: its cost must not grow with the lines that are answered. */
const lookTime = 10_000;

/** What is known about one key. */
interface Look {
  readonly at: number;
  readonly found: Promise<number>;
  /** Bytes that this process has added since. */
  added: number;
}

/** Bytes of answers of all jobs of each key: counted from time to time, plus what this process has added since. */
export class KeptBytes {
  readonly #store: Pick<JobStore, 'list'>;
  readonly #now: () => number;
  readonly #looks = new Map<string, Look>(); // as many as keys have had jobs

  /** @param now the clock, in milliseconds. @default performance.now */
  constructor(store: Pick<JobStore, 'list'>, now: () => number = () => performance.now()) {
    [this.#store, this.#now] = [store, now];
  }

  async of(owner: string): Promise<number> {
    const known = this.#looks.get(owner);
    const look = known !== undefined && this.#now() < known.at + lookTime ? known : this.#look(owner);
    return (await look.found) + look.added;
  }

  /** Adds an answer. */
  add(owner: string, bytes: number): void {
    const look = this.#looks.get(owner);
    if (look !== undefined) look.added += bytes;
  }

  #look(owner: string): Look {
    const look = { at: this.#now(), found: this.#count(owner), added: 0 };
    this.#looks.set(owner, look);
    look.found.catch(() => this.#looks.delete(owner)); // counted again for the next line
    return look;
  }

  async #count(owner: string): Promise<number> {
    return (await this.#store.list(owner)).reduce((sum, { bytes }) => sum + bytes, 0);
  }
}

/** What limiting the answers of a key needs. */
interface LimitParts {
  lines: Pick<LineRunner, 'run'>;
  kept: KeptBytes;
  /** Maximum bytes of answers that all jobs of a key may have. */
  maxBytes: number;
}

/** Answers lines; with an error once the key has as many bytes of answers as it may. */
export function limitBytes(
  owner: string,
  caller: LineCaller,
  { lines, kept, maxBytes }: LimitParts,
): (line: BatchLine | FaultyLine, payment: LinePayment) => Promise<LineResult> {
  return async (line, payment) => {
    if ((await kept.of(owner)) <= maxBytes) {
      const result = await lines.run(line, caller, payment);
      kept.add(owner, result.bytes.length);
      return result;
    }
    const detail = `The stored results of the key have reached their limit of ${Math.floor(maxBytes / 1e6)} MB.`;
    const error = new ApiError('payload_too_large', `${detail} Delete a batch and send this line again.`);
    return failedResult({ number: line.number, id: line.id, batch: caller.batch }, caller.path, error);
  };
}
