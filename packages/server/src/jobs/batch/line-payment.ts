import { ApiError } from '../../errors/api-error.js';
import type { PagePayment } from '../../extract/found-pages.js';
import type { ApiKey } from '../../limits/keys/api-key.js';
import type { Counted, Limiter } from '../../limits/limiter.js';

/** How what is paid for a line is noted, where others may take the line over. */
export interface LinePayment {
  /** Pages that are noted as paid: those of its search and those that are read beside it. */
  paid(): number;
  /** Notes a payment; false where the line is no longer searched for here. */
  note(pages: number): Promise<boolean>;
  /** Drops the note; false where the payment is not to be given back here. */
  drop(): Promise<boolean>;
}

/** Pays for a line once, however many servers have it. */
interface LinePayer {
  /** Pays for the search; resolves to what gives that back. Rejects where a limit refuses it. */
  search(key: ApiKey, pages: number): Promise<() => Promise<void>>;
  /** How the pages that are read beside it are noted. */
  readonly pages: PagePayment;
}

/**
 * Creates the payer of a line.
 *
 * @param share how much of its rate a key may use up at once
 * @param payment where it is noted what is paid; undefined for nowhere
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
        const paid = Math.max(pages, payment?.paid() ?? 0); // by a server that was killed, also for pages it read
        if (payment === undefined || (await payment.drop())) await limiter.giveBack(key.id, paid);
      };
    },
    pages: {
      paid: () => Math.max(0, (payment?.paid() ?? 0) - searched),
      note: (pages) => note(searched + pages),
    },
  };
}

/** Throws the error that a limit came to. */
export function refuse({ refusal }: Counted): void {
  if (refusal !== undefined) throw refusal;
}
