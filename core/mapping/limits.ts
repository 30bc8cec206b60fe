export interface EvaluationLimits {
  readonly steps: number;
  readonly depth: number;
  readonly milliseconds: number;
  /** Bytes, roughly, of all texts and arrays made on the way. */
  readonly room: number;
}

/** What one evaluation of a mapping may use. A hostile or endless expression costs its row, not the function. */
export const MAPPING_LIMITS = {
  steps: 1_000_000,
  depth: 5_000,
  milliseconds: 5_000,
  /** An answer of 5 MB fits. */
  textLength: 6 * 1024 * 1024,
  arrayLength: 1_000_000,
  room: 64 * 1024 * 1024,
  /** Heap of the process that evaluates. */
  processMegabytes: 256,
} as const;

/** What a plain expression may use of the function's own thread. One that needs more is evaluated in a process too. */
export const PLAIN_LIMITS: EvaluationLimits = { steps: 20_000, depth: 200, milliseconds: 50, room: 4 * 1024 * 1024 };
