import { ApiError } from '../../errors/api-error.js';
import type { PagePayment } from '../../extract/found-pages.js';
import type { ApiKey } from '../../limits/keys/api-key.js';
import type { Counted, Limiter } from '../../limits/limiter.js';

/** Notes what was paid for a line that another server may take over. */
export interface LinePayment {
  /** Pages noted as paid, for its search and for found pages that are read. */
  paid(): number;
  /** Notes a payment; false when this server no longer has the line. */
  note(pages: number): Promise<boolean>;
  /** Drops the note; false when this server must not refund the payment. */
  drop(): Promise<boolean>;
}

/** Pays for a line once, however many servers work on it. */
interface LinePayer {
  /** Pays for the search. Resolves to a function that refunds it; rejects when a limit refuses it. */
  search(key: ApiKey, pages: number): Promise<() => Promise<void>>;
  /** Notes payments for found pages that are read. */
  readonly pages: PagePayment;
}

/**
 * Creates the payer of a line.
 *
 * @param share share of its rate that a key may use up at once
 * @param payment notes what is paid; undefined when no other server can take the line over
 */
export function createLinePayer(limiter: Limiter, share: number, payment: LinePayment | undefined): LinePayer {
  let searched = 0;

  async function note(pages: number): Promise<void> {
    if (payment === undefined || (await payment.note(pages))) return;
    throw new ApiError('shutting_down', 'The line is for another server.');
  }

  async function charge(key: ApiKey, pages: number): Promise<void> {
    const charged = await limiter.search(key, pages, { share });
    refuse(charged);
    await note(pages).catch(async (error: unknown) => {
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
        if (payment === undefined || (await payment.drop())) await limiter.giveBack(key.id, paid);
      };
    },
    pages: {
      paid: () => Math.max(0, (payment?.paid() ?? 0) - searched),
      note: (pages) => note(searched + pages),
    },
  };
}

/** Throws the refusal of a limit, if any. */
export function refuse({ refusal }: Counted): void {
  if (refusal !== undefined) throw refusal;
}
