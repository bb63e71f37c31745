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
  limiter: Pick<Limiter, 'search'>;
  /** Pages in progress: each may hold some MB. */
  slots: Slots;
  /** Milliseconds for the pages of one search. */
  timeout: number;
}

/** Reads the first pages that a search has found. Each has a state of its own; one that is not read costs nothing. */
export type ExtractPages = (rows: readonly FoundRow[], terms: ExtractTerms) => Promise<ExtractedPage[]>;

interface FoundRow {
  position: number;
  link: string;
}

interface ExtractTerms {
  extract: Extract;
  key: Caller;
  signal: AbortSignal;
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

/** Pages in progress at once, of one key and of all. */
const [mostOfKey, mostOfAll] = [5, 20];

/** Creates the function. */
export function createPageExtraction({ extractor, limiter, slots, timeout }: PageExtractionParts): ExtractPages {
  async function readInSlot(link: string, { extract, key, signal }: ExtractTerms): Promise<PageText> {
    const left: (() => void)[] = [];
    try {
      left.push(await slots.enter({ id: key.id, limit: mostOfKey, timeout, signal }));
      left.push(await slots.enter({ id: 'all keys', limit: mostOfAll, timeout, signal })); // no id has a blank
      return await extractor.read(link, { signal, mostChars: extract.mostChars });
    } catch (error) {
      if (!signal.aborted && !(error instanceof ApiError)) throw error;
      return { state: 'timeout' };
    } finally {
      for (const leave of left) leave();
    }
  }

  async function readPaid({ position, link }: FoundRow, terms: ExtractTerms): Promise<ExtractedPage> {
    const charge = await limiter.search(terms.key, 1, { counted: 0 });
    if (charge.refusal !== undefined) return { position, link, state: 'limit_reached' };
    const page = await readInSlot(link, terms);
    if (page.state !== 'read') await charge.refund();
    return { position, link, ...page };
  }

  return async (rows, terms) => {
    const signal = AbortSignal.any([terms.signal, AbortSignal.timeout(timeout)]);
    const pages = rows.slice(0, terms.extract.pages).map((row) => readPaid(row, { ...terms, signal }));
    const extracted = await Promise.all(pages);
    if (terms.signal.aborted) throw leftReason(terms.signal);
    return extracted;
  };
}

/** A key that was revoked is told so; a caller who left reads nothing. */
function leftReason({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new ApiError('shutting_down', 'The search was aborted.');
}
