import { toApiError } from '../../errors/failures.js';
import type { BatchLine, FaultyLine } from './batch-line.js';
import type { BodyLine } from './body-lines.js';
import { withNdjsonHeartbeat } from './heartbeat.js';
import type { LineCaller, LineRunner } from './run-line.js';
import { unordered } from './unordered.js';

/** A batch that is answered while its body arrives. */
export interface StreamedBatch {
  /** The lines of the body. */
  lines: AsyncIterable<BodyLine>;
  readLine(line: BodyLine): BatchLine | FaultyLine;
  caller: LineCaller;
  /** Most lines in progress. */
  atOnce: number;
  /** Called at the end with the number of lines by status. */
  onEnd(statuses: ReadonlyMap<number, number>): void;
}

/** Milliseconds between two signs of life. While the body still arrives, only writing shows that the caller has left. */
const beats = { arriving: 250, arrived: 5_000 };

/**
 * The answer to a batch: a line for each of its lines, in the order in which they end. Reads on only while there is room for results,
 * and not at all once the caller's signal aborts.
 */
export async function* answersOf(batch: StreamedBatch, { run }: LineRunner): AsyncGenerator<Uint8Array> {
  const { caller, onEnd } = batch;
  const statuses = new Map<number, number>();
  let hasArrived = false;

  async function* read(): AsyncGenerator<BatchLine | FaultyLine> {
    let number = 0;
    try {
      for await (const line of batch.lines) {
        number = line.number;
        yield batch.readLine(line);
      }
    } catch (error) {
      yield { number: number + 1, id: undefined, error: toApiError(error) }; // the lines before it are answered
    }
    hasArrived = true;
  }

  async function* answer(): AsyncGenerator<Uint8Array> {
    for await (const { status, bytes } of unordered(read(), batch.atOnce, (line) => run(line, caller))) {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      yield bytes;
    }
  }

  try {
    yield* withNdjsonHeartbeat(answer(), () => (hasArrived ? beats.arrived : beats.arriving));
  } finally {
    onEnd(statuses);
  }
}
