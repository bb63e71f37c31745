import { ApiError } from '../errors/api-error.js';
import type { Limiter } from '../limits/limiter.js';
import type { Caller } from '../limits/policy.js';
import type { Slots } from '../limits/slots.js';
import type { Extract } from '../operations/extract.js';
import type { ExtractedPage } from '../operations/schema/extracted.js';
import type { Extractor, PageText } from './extractor.js';

/** What found pages are read with. */
export interface PageExtractionParts {
  extractor: Extractor;
  limiter: Pick<Limiter, 'search' | 'giveBack'>;
  /** Pages in progress: each may hold some MB. */
  slots: Slots;
  /** Milliseconds for the pages of one search. */
  timeout: number;
}

/** Reads the first pages that a search has found. Each has a state of its own; one that is not read costs nothing. */
type ExtractPages = (rows: readonly FoundRow[], terms: ExtractTerms) => Promise<ExtractedPage[]>;

interface FoundRow {
  position: number;
  link: string;
}

interface ExtractTerms {
  extract: Extract;
  key: Caller;
  signal: AbortSignal;
  /** Where it is noted what is paid. @default nowhere */
  payment?: PagePayment | undefined;
}

/** How it is noted what is paid for pages, where others may take the search over and are not to pay again. */
export interface PagePayment {
  /** How many are noted as paid. */
  paid(): number;
  /** Notes how many are paid. Rejects where they are no longer to be read here. */
  note(pages: number): Promise<void>;
}

/** How pages that were found are read. */
export interface Extraction {
  readonly extractPages: ExtractPages;
  /** How many pages one search may have read. */
  readonly most: number;
}

/** `extracted` of an answer, where it was asked for. */
export async function extractedFrom(
  rows: readonly FoundRow[],
  { extract, ...terms }: Omit<ExtractTerms, 'extract'> & { extract: Extract | undefined },
  extraction: Extraction | undefined,
): Promise<{ extracted?: ExtractedPage[] }> {
  if (extract === undefined || extraction === undefined) return {};
  return { extracted: await extraction.extractPages(rows, { ...terms, extract }) };
}

/** What is paid for the pages of one search. */
interface Paid {
  pages: number;
  /** Gives back what those that were not read cost. */
  giveBack(unread: number): Promise<void>;
}

/** Pages in progress at once, of one key and of all. */
const [mostOfKey, mostOfAll] = [5, 20];

/** Creates the function. */
export function createPageExtraction({ extractor, limiter, slots, timeout }: PageExtractionParts): ExtractPages {
  async function readInSlot(link: string, { extract, key, signal }: ExtractTerms): Promise<PageText> {
    const left: (() => void)[] = [];
    try {
      left.push(await slots.enter({ id: key.id, limit: mostOfKey, timeout, signal }));
      left.push(await slots.enter({ id: 'all keys', limit: mostOfAll, timeout, signal })); // no id has a blank
      return await extractor.read(link, { signal, ...extract });
    } catch (error) {
      if (!signal.aborted && !(error instanceof ApiError)) throw error;
      return { state: 'timeout' };
    } finally {
      for (const leave of left) leave();
    }
  }

  /** Pays for pages as far as the limits of the key allow. */
  async function pay(pages: number, { key, payment }: ExtractTerms): Promise<Paid> {
    const before = payment?.paid() ?? 0;
    const more = Array.from({ length: Math.max(0, pages - before) }, () => limiter.search(key, 1, { counted: 0 }));
    const charges = (await Promise.all(more)).filter(({ refusal }) => refusal === undefined);
    const giveBack = async (unread: number) => {
      const own = charges.slice(0, unread);
      await Promise.all(own.map((charge) => charge.refund()));
      if (unread > own.length) await limiter.giveBack(key.id, unread - own.length);
    };
    if (charges.length > 0) {
      await payment?.note(before + charges.length).catch(async (error: unknown) => {
        await giveBack(charges.length);
        throw error;
      });
    }
    return { pages: before + charges.length, giveBack };
  }

  return async (rows, terms) => {
    const signal = AbortSignal.any([terms.signal, AbortSignal.timeout(timeout)]);
    const wanted = rows.slice(0, terms.extract.pages);
    const paid = await pay(wanted.length, terms);
    const extracted = await Promise.all(
      wanted.map(async ({ position, link }, index) => {
        if (index >= paid.pages) return { position, link, state: 'limit_reached' } as const;
        return { position, link, ...(await readInSlot(link, { ...terms, signal })) };
      }),
    );
    const unread = paid.pages - extracted.filter(({ state }) => state === 'read').length;
    if (unread > 0) {
      await terms.payment?.note(paid.pages - unread);
      await paid.giveBack(unread);
    }
    if (terms.signal.aborted) throw leftReason(terms.signal);
    return extracted;
  };
}

/** A key that was revoked is told so; a caller who left reads nothing. */
function leftReason({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new ApiError('shutting_down', 'The search was aborted.');
}
