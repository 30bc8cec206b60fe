/** Parts further out than this get files of their own: file systems have a largest file. */
const FARTHEST = 2 ** 40;

/**
 * One file for the parts of an upload. They usually have one size and come in any order, so each is written at the
 * place it will have in the object, and completing the upload copies nothing.
 */
export class JointFile {
  readonly file: string;
  readonly #partBytes: number;
  readonly #taken = new Set<number>();
  #writing = 0;

  constructor(file: string, partBytes: number) {
    this.file = file;
    this.#partBytes = partBytes;
  }

  get isBusy(): boolean {
    return this.#writing > 0;
  }

  /** Where the part is to be written; undefined if it does not fit, or would overwrite one that counts. */
  reserve(number: number, bytes: number): number | undefined {
    const position = (number - 1) * this.#partBytes;
    if (bytes > this.#partBytes || position > FARTHEST || this.#taken.has(number)) return undefined;
    this.#taken.add(number);
    this.#writing++;
    return position;
  }

  written(): void {
    this.#writing--;
  }

  failed(number: number): void {
    this.#writing--;
    this.#taken.delete(number);
  }
}
