import type { ComparedRow } from '../../contracts/comparison.ts';
import { HUMAN } from '../../contracts/human.ts';
import { resultRowSchema } from '../../contracts/result-row.ts';
import { scoresSchema } from '../../contracts/score.ts';
import { parseJson } from '../../core/json.ts';
import { verdictsIn } from '../../core/scoring/verdicts.ts';
import { comparedRows } from '../../core/sql/compared-rows.ts';
import { type QueryRow, queryRows } from '../athena/run-query.ts';
import type { Installation } from '../connect/installation.ts';
import { type NamedRun, rowsOf } from './find-variants.ts';

/** The rows of a run, as far as figures need them. */
export async function readComparedRows(
  run: NamedRun,
  cluster: string,
  { tables, queries }: Installation,
): Promise<ComparedRow[]> {
  const rows: ComparedRow[] = [];
  for await (const row of queryRows(comparedRows(tables, rowsOf(run), cluster), queries)) {
    rows.push(comparedRow(row));
  }
  return rows;
}

function comparedRow(row: QueryRow): ComparedRow {
  const number = (name: string) => (row[name] === null || row[name] === undefined ? undefined : Number(row[name]));
  return {
    sampleId: row.sample_id ?? '',
    rowIndex: Number(row.row_index),
    trial: Number(row.trial),
    status: resultRowSchema.shape.status.parse(row.status),
    passed: row.passed === null ? undefined : row.passed === 'true',
    scores: scoresOf(row.scores ?? null),
    ...(row.scores && { verdicts: verdictsIn(row.scores) }),
    input: row.input,
    expected: row.expected,
    latencyMs: number('latency_ms'),
    tokens: number('total_tokens'),
    costUsd: number('cost_usd'),
    cluster: row.cluster ?? undefined,
  };
}

function scoresOf(text: string | null): Record<string, number> {
  const scores = text === null ? undefined : scoresSchema.safeParse(parseJson(text));
  if (!scores?.success) return {};
  return Object.fromEntries(
    Object.entries(scores.data).flatMap(([name, score]) =>
      name === HUMAN || 'error' in score ? [] : [[name, score.score] as const],
    ),
  );
}
