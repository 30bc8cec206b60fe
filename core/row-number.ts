/** Rows as people count them: the first is row 1. Tables, JSON and the API have `row_index`, which begins at 0. */
export const rowNumber = (rowIndex: number): number => rowIndex + 1;

export const toRowIndex = (number: number): number => number - 1;
