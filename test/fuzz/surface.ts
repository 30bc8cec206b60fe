import type fc from 'fast-check';

/** A way in for what others write, and what is thrown at it. */
export interface Surface {
  readonly name: string;
  /** Of every hundred cases, so many. */
  readonly share: number;
  readonly given: fc.Arbitrary<string>;
  /** Ends for every text. A refusal made for a person is an end; all else that is thrown is a crash. */
  attack(text: string): Promise<void>;
}

/** Rethrows what is no refusal of ours. */
export function expectRefusal(error: unknown, ...names: readonly string[]): void {
  if (!(error instanceof Error) || !names.includes(error.name)) throw error;
}
