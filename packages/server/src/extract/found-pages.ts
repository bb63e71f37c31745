import { ApiError } from '../errors/api-error.js';
import { withDeadline } from '../http/deadline.js';
import type { Limiter } from '../limits/limiter.js';
import type { Caller } from '../limits/policy.js';
import type { ConcurrencySlots } from '../limits/slots.js';
import type { ExtractRequest } from '../operations/extract.js';
import type { ExtractedPage } from '../operations/schema/extracted.js';
import type { PageExtractor, PageReadResult } from './extractor.js';

/** What reading found pages needs. */
export interface ExtractPagesParts {
  extractor: PageExtractor;
  limiter: Pick<Limiter, 'chargePages' | 'refundPages'>;
  /** Limits pages in progress, each of which may take some MB. */
  slots: ConcurrencySlots;
  /** Maximum number of milliseconds for the pages of one search. */
  timeout: number;
}

/** Reads the first pages found by a search. Each has its own state; pages that are not read cost nothing. */
type ExtractPages = (rows: readonly FoundRow[], terms: ExtractTerms) => Promise<ExtractedPage[]>;

interface FoundRow {
  position: number;
  link: string;
}

interface ExtractTerms {
  extract: ExtractRequest;
  key: Caller;
  signal: AbortSignal;
  /** Records what is paid. @default not recorded */
  payment?: PageChargeRecord | undefined;
}

/** Records what is paid for pages, so that another server that takes over the search does not pay again. */
export interface PageChargeRecord {
  /** Number of pages recorded as paid. */
  paid(): number;
  /** Records the number of paid pages. Rejects if another server has taken over the search. */
  record(pages: number): Promise<void>;
}

/** How found pages are read. */
export interface PageExtraction {
  readonly extractPages: ExtractPages;
  /** Maximum number of pages read for one search. */
  readonly maxPages: number;
}

/** The field `extracted` of an answer, if requested. */
export async function extractIfRequested(
  rows: readonly FoundRow[],
  { extract, ...terms }: Omit<ExtractTerms, 'extract'> & { extract: ExtractRequest | undefined },
  extraction: PageExtraction | undefined,
): Promise<{ extracted?: ExtractedPage[] }> {
  if (extract === undefined || extraction === undefined) return {};
  return { extracted: await extraction.extractPages(rows, { ...terms, extract }) };
}

/** What is paid for the pages of one search. */
interface Paid {
  pages: number;
  /** Refunds pages that were not read. */
  refundPages(unread: number): Promise<void>;
}

/** Maximum numbers of pages in progress for one key and for all keys. */
const [maxPerKey, maxInTotal] = [5, 20];

/** Creates the function that reads found pages. */
export function createExtractPages({ extractor, limiter, slots, timeout }: ExtractPagesParts): ExtractPages {
  async function readInSlot(link: string, { extract, key, signal }: ExtractTerms): Promise<PageReadResult> {
    const left: (() => void)[] = [];
    try {
      left.push(await slots.enter({ id: key.id, limit: maxPerKey, timeout, signal }));
      left.push(await slots.enter({ id: 'all keys', limit: maxInTotal, timeout, signal })); // not the id of a key, because ids contain no blanks
      return await extractor.read(link, { signal, ...extract });
    } catch (error) {
      if (!signal.aborted && !(error instanceof ApiError)) throw error;
      return { state: 'timeout' };
    } finally {
      for (const leave of left) leave();
    }
  }

  /** Pays for as many pages as the limits of the key allow. */
  async function pay(pages: number, { key, payment }: ExtractTerms): Promise<Paid> {
    const before = payment?.paid() ?? 0;
    const more = Array.from({ length: Math.max(0, pages - before) }, () => limiter.chargePages(key, 1, { counted: 0 }));
    const charges = (await Promise.all(more)).filter(({ refusal }) => refusal === undefined);
    const refundPages = async (unread: number) => {
      const own = charges.slice(0, unread);
      await Promise.all(own.map((charge) => charge.refund()));
      if (unread > own.length) await limiter.refundPages(key.id, unread - own.length);
    };
    if (charges.length > 0) {
      await payment?.record(before + charges.length).catch(async (error: unknown) => {
        await refundPages(charges.length);
        throw error;
      });
    }
    return { pages: before + charges.length, refundPages };
  }

  return async (rows, terms) => {
    const wanted = rows.slice(0, terms.extract.pages);
    const paid = await pay(wanted.length, terms);
    const extracted = await withDeadline(timeout, terms.signal, (signal) =>
      Promise.all(
        wanted.map(async ({ position, link }, index) => {
          if (index >= paid.pages) return { position, link, state: 'limit_reached' } as const;
          return { position, link, ...(await readInSlot(link, { ...terms, signal })) };
        }),
      ),
    );
    const unread = paid.pages - extracted.filter(({ state }) => state === 'read').length;
    if (unread > 0) {
      await terms.payment?.record(paid.pages - unread);
      await paid.refundPages(unread);
    }
    if (terms.signal.aborted) throw leftReason(terms.signal);
    return extracted;
  };
}

/** The error of a revoked key, or of a caller that disconnected. */
function leftReason({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new ApiError('shutting_down', 'The search was aborted.');
}
