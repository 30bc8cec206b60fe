/** A text that is neither a JSONPath nor an intrinsic function call. */
export class SyntaxProblem extends Error {}

/** A place in a text that is being parsed. */
export class Cursor {
  readonly text: string;
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  get done(): boolean {
    return this.at >= this.text.length;
  }

  /** Moves past what a sticky pattern matches here; undefined when it does not. */
  take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (match) this.at = pattern.lastIndex;
    return match ?? undefined;
  }

  expect(pattern: RegExp, what: string): RegExpExecArray {
    return this.take(pattern) ?? this.fail(what);
  }

  fail(expected: string): never {
    throw new SyntaxProblem(`expected ${expected} at character ${this.at + 1} of ${this.text}`);
  }
}

/** What a quoted text stands for: a backslash takes the quote or the backslash after it, and is itself before all else. */
export const unquoted = (quoted: string): string => quoted.slice(1, -1).replace(/\\(['"\\])/g, '$1');
