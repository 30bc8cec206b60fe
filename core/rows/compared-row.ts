import type { IndexRow } from '../../contracts/api/rows.ts';
import type { ComparedRow } from '../../contracts/comparison.ts';
import { HUMAN } from '../../contracts/human.ts';
import { gradeOf } from '../pass-rate.ts';
import { verdictsIn } from '../scoring/verdicts.ts';
import { scoresOfRow } from './scores-of-row.ts';

/** What figures need of a row that is listed. */
export function comparedRow(row: IndexRow): ComparedRow {
  const scores = Object.entries(scoresOfRow(row)).flatMap(([name, { score }]) =>
    name === HUMAN || typeof score !== 'number' ? [] : [[name, score] as const],
  );
  return {
    sampleId: row.sampleId,
    rowIndex: row.rowIndex,
    trial: row.trial,
    status: row.status,
    passed: gradeOf(row),
    scores: Object.fromEntries(scores),
    verdicts: verdictsIn(row.scores),
    input: row.input,
    expected: row.expected,
    latencyMs: row.latencyMs ?? undefined,
    tokens: row.totalTokens ?? undefined,
    costUsd: row.costUsd ?? undefined,
  };
}
