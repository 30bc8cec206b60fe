/** What one evaluation of a mapping may use. A hostile or endless expression costs its row, not the function. */
export const MAPPING_LIMITS = {
  steps: 1_000_000,
  depth: 5_000,
  milliseconds: 5_000,
  /** An answer of 5 MB fits. */
  textLength: 6 * 1024 * 1024,
  arrayLength: 1_000_000,
  /** Bytes, roughly, of all texts and arrays made on the way. */
  room: 64 * 1024 * 1024,
  /** Heap of the worker that runs expressions which can loop. */
  workerMegabytes: 256,
} as const;
