import { RESULT_COLUMNS } from '../../contracts/result-row.ts';

export const RESULT_COLUMN_NAMES = Object.keys(RESULT_COLUMNS) as (keyof typeof RESULT_COLUMNS)[];

/** The staging table holds times as ISO text; everything else has its final type already. */
export const stagedColumns = (): string =>
  RESULT_COLUMN_NAMES.map((name) =>
    RESULT_COLUMNS[name] === 'timestamp' ? `CAST(from_iso8601_timestamp(${name}) AS timestamp(6)) AS ${name}` : name,
  ).join(', ');
