import { LRUCache } from 'lru-cache';
import {
  type AnswerPart,
  type ClaimFile,
  type JobFiles,
  type RecordPlace,
  readJson,
  recordAt,
  recordsIn,
} from './folder-files.js';
import { DamagedError, unpackRecord } from './records.js';

/** One answer in a file. */
interface KeptAnswer extends RecordPlace {
  readonly path: string;
}

/** The answers of a job that are kept in its folder. */
export interface KeptAnswers {
  readonly answers: readonly KeptAnswer[];
  /** Indices of the lines that are answered. */
  readonly lines: ReadonlySet<number>;
  readonly found: number;
  readonly bytes: number;
  /** What is damaged; the answers are then those before it. */
  readonly damage?: DamagedError | undefined;
}

/** What is known of one file of answers. */
interface KnownPart {
  readonly answers: KeptAnswer[];
  end: number;
}

/** Reads the answers of jobs; what was checked once is not read again. */
export class AnswerReader {
  readonly #parts = new LRUCache<string, KnownPart>({ max: 500 });

  /** All that counts of a job's answers. Damage is a part of the answer, not an error. */
  async read(files: JobFiles): Promise<KeptAnswers> {
    const answers: KeptAnswer[] = [];
    let damage: DamagedError | undefined;
    try {
      const claim = await readJson<ClaimFile>(files.claim);
      const closed = claim?.parts ?? [];
      const current: AnswerPart[] =
        claim === undefined ? [] : [{ epoch: claim.epoch, bytes: Number.POSITIVE_INFINITY }];
      for (const part of [...closed, ...current]) {
        damage ??= await this.#readOn(files.results(part.epoch), part);
        answers.push(...this.#known(files.results(part.epoch)).answers.filter(({ end }) => end <= part.bytes));
        if (damage !== undefined) break;
      }
    } catch (error) {
      if (!(error instanceof DamagedError)) throw error;
      damage = error;
    }
    return {
      ...{ answers, damage, lines: new Set(answers.map(({ index }) => index)) },
      found: answers.filter(({ isFound }) => isFound).length,
      bytes: answers.reduce((sum, { size }) => sum + size, 0),
    };
  }

  /** The bytes of an answer. Throws a `DamagedError`. */
  async bytes(answer: KeptAnswer): Promise<Buffer> {
    return (await unpackRecord(await recordAt(answer.path, answer), answer.path)).bytes;
  }

  forget(files: JobFiles): void {
    for (const path of this.#parts.keys()) if (path.startsWith(`${files.folder}/`)) this.#parts.delete(path);
  }

  #known(path: string): KnownPart {
    const known = this.#parts.get(path) ?? { answers: [], end: 0 };
    this.#parts.set(path, known);
    return known;
  }

  /** Reads what was appended since; what is damaged, if anything is. */
  async #readOn(path: string, { bytes }: AnswerPart): Promise<DamagedError | undefined> {
    const known = this.#known(path);
    try {
      for await (const { packed: _, ...place } of recordsIn(path, known.end)) {
        if (place.start < known.end) continue; // another reader was faster
        known.answers.push({ ...place, path });
        known.end = place.end;
      }
      if (Number.isFinite(bytes) && known.end < bytes) throw new DamagedError(path, 'answers are missing');
      return undefined;
    } catch (error) {
      if (error instanceof DamagedError) return error;
      throw error;
    }
  }
}
