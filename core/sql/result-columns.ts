import { RESULT_COLUMNS } from '../../contracts/result-row.ts';

export const RESULT_COLUMN_NAMES = Object.keys(RESULT_COLUMNS) as (keyof typeof RESULT_COLUMNS)[];
