import { RollcallError } from '../../../contracts/errors.ts';
import { LARGEST_ANSWER_BYTES } from '../../caller/finish-answer.ts';

/** All files of a job's results together, however many rows it has. */
const LARGEST_RESULTS_BYTES = 5 * 1024 * 1024 * 1024;
/** Entries beyond one for each row: the same row twice, or rows of somebody else. */
const SPARE_ENTRIES = 1_000;
/** Entries that one chunk of a file gives: a wide header makes many bytes of few. */
const LARGEST_CHUNK_BYTES = 128 * 1024 * 1024;

/** What the results of a job may hold. They come from outside: what exceeds this is cut off. */
export class ResultBounds {
  readonly #largest: number;
  readonly #mostEntries: number;
  #read = 0;
  #written = 0;
  #entries = 0;
  /** Read since the last entry ended. */
  #sinceEntry = 0;
  #inChunk = 0;

  constructor(rows: number) {
    this.#largest = Math.min((rows + 1) * LARGEST_ANSWER_BYTES, LARGEST_RESULTS_BYTES);
    this.#mostEntries = 2 * rows + SPARE_ENTRIES;
  }

  /** @param isWhole the file's entries come at its end, which its reader bounds */
  read(bytes: number, isWhole: boolean): void {
    this.#read += bytes;
    this.#inChunk = 0;
    this.#sinceEntry += bytes;
    if (this.#read > this.#largest) throw this.#tooLarge(`hold more than ${this.#largest} bytes`);
    if (!isWhole && this.#sinceEntry > LARGEST_ANSWER_BYTES) throw this.#largeEntry();
  }

  entry(json: string): void {
    const bytes = Buffer.byteLength(json);
    this.#sinceEntry = 0;
    this.#written += bytes;
    this.#inChunk += bytes;
    if (bytes > LARGEST_ANSWER_BYTES) throw this.#largeEntry();
    if (++this.#entries > this.#mostEntries) throw this.#tooLarge(`have more than ${this.#mostEntries} entries`);
    if (this.#written > this.#largest || this.#inChunk > LARGEST_CHUNK_BYTES) {
      throw this.#tooLarge(`come to more than ${Math.min(this.#largest, LARGEST_CHUNK_BYTES)} bytes of JSON`);
    }
  }

  /** Another file begins. */
  next(): void {
    this.#sinceEntry = 0;
  }

  #largeEntry(): RollcallError {
    return this.#tooLarge(`have an entry of more than ${LARGEST_ANSWER_BYTES} bytes`);
  }

  #tooLarge(what: string): RollcallError {
    return new RollcallError('AnswerTooLarge', `the results ${what}. They were read up to there.`);
  }
}
