/** As stored, and in the API: an answer that passed, and one that did not. A row that failed has no answer, and is neither. */
export const ROW_VERDICTS = ['right', 'wrong'] as const;
export type RowVerdict = (typeof ROW_VERDICTS)[number];
