import { FIGURES, type Figure, LARGEST_FIGURES } from '../../contracts/figures.ts';
import { RESULT_COLUMNS } from '../../contracts/result-row.ts';

export const RESULT_COLUMN_NAMES = Object.keys(RESULT_COLUMNS) as (keyof typeof RESULT_COLUMNS)[];

/** NULL for what cannot be: rows of older versions may hold any number, and one of them would make a sum overflow. */
export const plausible = (figure: Figure, value: string = figure): string =>
  `CASE WHEN ${value} BETWEEN 0 AND ${LARGEST_FIGURES[figure]} THEN ${value} END`;

export const isFigure = (name: string): name is Figure => FIGURES.includes(name as Figure);
