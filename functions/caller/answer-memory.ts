/** Answers of this size and more are kept apart: few of them fill a function's memory. */
export const LARGE_ANSWER_BYTES = 256 * 1024;

/** Large answers that one invocation holds at the same time; each may have 5 MB, and takes several times that while it is worked on. */
const MOST_AT_ONCE = 8;

/**
 * Bounds how many large answers are in memory, whatever the number of rows in flight. A row whose answer turns out to be
 * large waits for its turn before it reads on, and gives its place back when it is written down.
 */
export class AnswerMemory {
  #held = 0;
  readonly #waiting: (() => void)[] = [];

  /** The places of one call: at most one is taken, however often it is asked for. */
  open(): { readonly reserve: () => Promise<void>; readonly release: () => void } {
    let taken: Promise<void> | undefined;
    let isReleased = false;
    return {
      reserve: () => (taken ??= this.#enter()),
      release: () => {
        if (!taken || isReleased) return;
        isReleased = true;
        taken.then(() => this.#leave());
      },
    };
  }

  async #enter(): Promise<void> {
    if (this.#held >= MOST_AT_ONCE) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#held += 1;
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#held -= 1;
  }
}
