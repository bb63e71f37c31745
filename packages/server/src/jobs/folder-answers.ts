import { LRUCache } from 'lru-cache';
import {
  type EpochFilePart,
  type JobClaimFile,
  type JobFilePaths,
  type JobRecordPosition,
  readJobRecords,
  readJsonRecord,
} from './folder-files.js';
import { DamagedJobError, jobRecordHeaderBytes, unpackJobRecord } from './records.js';

/** The answers in the folder of a job. */
export interface KeptJobAnswers {
  /** Number of answers, of those with a result page, and bytes of all. */
  readonly count: number;
  readonly found: number;
  readonly bytes: number;
  /** Their files, in order. */
  readonly parts: readonly KeptPart[];
  /** Pages paid for lines, by index of the line. */
  readonly paid: ReadonlyMap<number, number>;
  /** Bytes of the last file that count. */
  readonly end: number;
  /** The first damage found; the answers are those before it. */
  readonly damage?: DamagedJobError | undefined;
}

interface Payment {
  readonly index: number;
  readonly pages: number;
  readonly end: number;
}

/** One file of answers. */
interface KeptPart {
  readonly path: string;
  readonly answers: readonly JobRecordPosition[];
  /** Bytes of it that count. */
  readonly end: number;
}

/** What is known about one file of answers. */
interface KnownPart extends KeptPart {
  readonly answers: JobRecordPosition[];
  /** In order: the last one of a line counts. */
  readonly payments: Payment[];
  found: number;
  bytes: number;
  end: number;
}

/** A file of answers as far as it can be read. */
interface ReadPart {
  readonly known: KnownPart;
  readonly damage?: DamagedJobError;
}

/** Reads the answers of jobs. Records that were checked are not read again. */
export class JobAnswerReader {
  readonly #parts = new LRUCache<string, KnownPart>({ max: 500 });

  /** The answers of a job that count. Damage is part of the result, not an error. */
  async read(files: JobFilePaths): Promise<KeptJobAnswers> {
    const parts: KnownPart[] = [];
    let damage: DamagedJobError | undefined;
    try {
      const claim = await readJsonRecord<JobClaimFile>(files.claim);
      const closed = claim?.parts ?? [];
      const current: EpochFilePart[] =
        claim === undefined ? [] : [{ epoch: claim.epoch, bytes: Number.POSITIVE_INFINITY }];
      for (const part of [...closed, ...current]) {
        const read = await this.#readOn(files.results(part.epoch), part);
        damage = read.damage;
        parts.push(within(read.known, part.bytes));
        if (damage !== undefined) break;
      }
    } catch (error) {
      if (!(error instanceof DamagedJobError)) throw error;
      damage = error;
    }
    const total = (count: (part: KnownPart) => number) => parts.reduce((sum, part) => sum + count(part), 0);
    return {
      count: total(({ answers }) => answers.length),
      found: total(({ found }) => found),
      bytes: total(({ bytes }) => bytes),
      parts,
      paid: new Map(parts.flatMap(({ payments }) => payments.map(({ index, pages }) => [index, pages] as const))),
      end: parts.at(-1)?.end ?? 0,
      damage,
    };
  }

  /**
   * Bytes of the answers number `from` to `to - 1`, counted from 0. Also checks the payments between them and after the last answer
   * of a file. Throws a `DamagedJobError`.
   */
  async *bytes({ parts }: KeptJobAnswers, from: number, to: number): AsyncGenerator<Buffer> {
    let before = 0;
    for (const part of parts) {
      const [first, last] = [Math.max(0, from - before), Math.min(part.answers.length, to - before)];
      before += part.answers.length;
      if (first <= last) yield* bytesIn(part, first, last);
    }
  }

  forget(files: JobFilePaths): void {
    for (const path of this.#parts.keys()) if (path.startsWith(`${files.folder}/`)) this.#parts.delete(path);
  }

  #known(path: string): KnownPart {
    const known = this.#parts.get(path) ?? partOf(path, [], [], 0);
    this.#parts.set(path, known);
    return known;
  }

  /** Reads what was appended since. */
  async #readOn(path: string, part: EpochFilePart): Promise<ReadPart> {
    const read = await this.#append(path, part);
    if (read.damage === undefined) return read;
    // A writer takes back what the disk could not keep: only damage that the whole file shows is damage.
    this.#parts.delete(path);
    return this.#append(path, part);
  }

  async #append(path: string, { bytes }: EpochFilePart): Promise<ReadPart> {
    const known = this.#known(path);
    try {
      for await (const { packed, ...place } of readJobRecords(path, known.end)) {
        if (place.start < known.end) continue; // another reader was faster
        known.end = place.end;
        if (place.isPayment) {
          const { index, end } = place;
          known.payments.push({ index, end, pages: Number(packed.toString('latin1', jobRecordHeaderBytes)) });
          continue;
        }
        known.answers.push(place);
        known.found += Number(place.isSuccess);
        known.bytes += place.size;
      }
      if (Number.isFinite(bytes) && known.end < bytes) throw new DamagedJobError(path, 'answers are missing');
      return { known };
    } catch (error) {
      if (error instanceof DamagedJobError) return { known, damage: error };
      throw error;
    }
  }
}

/** Pages paid for lines without an answer. */
export function unansweredPaidPages({ parts, paid }: Pick<KeptJobAnswers, 'parts' | 'paid'>): number {
  const answered = new Set(parts.flatMap(({ answers }) => answers.map(({ index }) => index)));
  return [...paid].reduce((sum, [index, pages]) => sum + (answered.has(index) ? 0 : pages), 0);
}

/** The records of a part up to the size at which it was closed. */
function within(part: KnownPart, bytes: number): KnownPart {
  if (part.end <= bytes) return part;
  const isWithin = ({ end }: { end: number }) => end <= bytes;
  return partOf(part.path, part.answers.filter(isWithin), part.payments.filter(isWithin), bytes);
}

function partOf(path: string, answers: JobRecordPosition[], payments: Payment[], end: number): KnownPart {
  const found = answers.filter(({ isSuccess }) => isSuccess).length;
  return { path, answers, payments, found, bytes: answers.reduce((sum, { size }) => sum + size, 0), end };
}

/** Reads answers number `first` to `last - 1` of a file, and checks the records before and between them. */
async function* bytesIn({ path, answers, end }: KeptPart, first: number, last: number): AsyncGenerator<Buffer> {
  const start = first === 0 ? 0 : answers[first - 1]!.end;
  const until = last === answers.length ? end : answers[last]!.start;
  let at = start;
  for await (const record of readJobRecords(path, start)) {
    if (record.end > until) break;
    at = record.end;
    if (!record.isPayment) yield (await unpackJobRecord(record.packed, path)).bytes;
  }
  if (at < until) throw new DamagedJobError(path, 'answers are missing');
}
