import { literal } from './literal.ts';
import type { Tables } from './tables.ts';

export const deleteResults = (tables: Tables, evaluationId: string): string =>
  `DELETE FROM ${tables.results} WHERE evaluation_id = ${literal(evaluationId)}`;
