import { ApiError, problemOf } from '../../errors/api-error.js';
import { type ErrorCode, errorKinds } from '../../errors/kinds.js';
import type { PageChargeRecord } from '../../extract/found-pages.js';
import type { ApiKey } from '../../limits/keys/api-key.js';
import type { Limiter, LimitResult } from '../../limits/limiter.js';

/** The answer to a line of a batch. */
export interface LineResult {
  /** Number of its line in the body, from 1. */
  readonly number: number;
  readonly status: number;
  /** The code of an error. */
  readonly code?: ErrorCode;
  /** The line to send, including its newline. */
  readonly bytes: Buffer;
}

/** Identifies a line of a batch. */
interface LineIds {
  number: number;
  id: string | undefined;
  /** Id of the request or job that contains the line. */
  batch: string;
}

/** The result of a successful search. @param body the bytes that the endpoint would send */
export function successfulResult(
  ids: LineIds,
  headers: Readonly<Record<string, string>>,
  body: Uint8Array,
): LineResult {
  return resultOf(ids, 200, [Buffer.from(`"headers":${JSON.stringify(headers)},"body":`), body]);
}

/** The result of a failed line. @param path the path of its endpoint, or of the batch when the line names none */
export function failedResult(ids: LineIds, path: string, error: ApiError): LineResult {
  const problem = problemOf(error, { id: `${ids.batch}.${ids.number}`, url: path });
  const facts = JSON.stringify({ headers: error.headers, body: problem });
  return { ...resultOf(ids, errorKinds[error.code].status, [Buffer.from(facts.slice(1, -1))]), code: error.code };
}

function resultOf(
  { number, id = null }: Omit<LineIds, 'id'> & { id?: string | null | undefined },
  status: number,
  rest: readonly Uint8Array[],
): LineResult {
  const head = Buffer.from(`{"line":${number},"status":${status},"id":${JSON.stringify(id)},`);
  return { number, status, bytes: Buffer.concat([head, ...rest, Buffer.from('}\n')]) };
}

/** Records what was paid for a line that another server may take over. */
export interface LineChargeRecord {
  /** Pages recorded as paid, for its search and for found pages that are read. */
  paid(): number;
  /** Records a payment; false when this server no longer has the line. */
  record(pages: number): Promise<boolean>;
  /** Drops the record; false when this server must not refund the payment. */
  drop(): Promise<boolean>;
}

/** Pays for a line once, however many servers work on it. */
interface LineCharger {
  /** Pays for the search. Resolves to a function that refunds it; rejects when a limit refuses it. */
  search(key: ApiKey, pages: number): Promise<() => Promise<void>>;
  /** Records payments for found pages that are read. */
  readonly pages: PageChargeRecord;
}

/**
 * Creates the payer of a line.
 *
 * @param share share of its rate that a key may use up at once
 * @param payment notes what is paid; undefined when no other server can take the line over
 */
export function createLineCharger(limiter: Limiter, share: number, payment: LineChargeRecord | undefined): LineCharger {
  let searched = 0;

  async function record(pages: number): Promise<void> {
    if (payment === undefined || (await payment.record(pages))) return;
    throw new ApiError('shutting_down', 'The line is for another server.');
  }

  async function charge(key: ApiKey, pages: number): Promise<void> {
    const charged = await limiter.chargePages(key, pages, { share });
    throwIfRefused(charged);
    await record(pages).catch(async (error: unknown) => {
      await charged.refund();
      throw error;
    });
  }

  return {
    async search(key, pages) {
      if ((payment?.paid() ?? 0) < pages) await charge(key, pages);
      searched = pages;
      return async () => {
        const paid = Math.max(pages, payment?.paid() ?? 0); // a server that was killed may have paid for found pages as well
        if (payment === undefined || (await payment.drop())) await limiter.refundPages(key.id, paid);
      };
    },
    pages: {
      paid: () => Math.max(0, (payment?.paid() ?? 0) - searched),
      record: (pages) => record(searched + pages),
    },
  };
}

/** Throws the refusal of a limit, if any. */
export function throwIfRefused({ refusal }: LimitResult): void {
  if (refusal !== undefined) throw refusal;
}
