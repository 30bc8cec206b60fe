import type { CallerRun, VariantAnswer } from '../contracts/caller.ts';
import { RollcallError } from '../contracts/errors.ts';
import type { ResultRow } from '../contracts/result-row.ts';
import { defined } from './defined.ts';
import { buildResultRow, type Settlement } from './result-row.ts';

type Row = Parameters<typeof buildResultRow>[1];

/** Figures of the call that its variants share. */
const SHARED = ['prompt_tokens', 'completion_tokens', 'total_tokens', 'cost_usd'] as const;

/** The results of one call: one, or one for each model that the target has answered for. */
export function buildResultRows(run: CallerRun, row: Row, settled: Settlement): ResultRow[] {
  const whole = buildResultRow(run, row, settled);
  const { variants } = settled.answer ?? {};
  if (settled.status !== 'succeeded' || !variants) return [whole];
  const results = variants.map((variant, index) => ({
    ...buildResultRow({ ...run, assumeCostPerRow: undefined }, row, settlementOf(settled, variant, index === 0)),
    variant: variant.name,
  }));
  const shares = SHARED.map((figure) =>
    shareOf(
      whole[figure],
      results.map((result) => result[figure]),
      figure,
    ),
  );
  // Where each says what it has cost, calls before this one are left: they are the first one's, so that sums hold.
  const before = results.every(({ cost_usd }) => cost_usd !== null) ? (settled.spentUsd ?? 0) : 0;
  return results.map((result, place) => ({
    ...result,
    ...Object.fromEntries(SHARED.map((figure, index) => [figure, result[figure] ?? shares[index] ?? null])),
    ...(place === 0 && before > 0 && { cost_usd: (result.cost_usd ?? 0) + before }),
  }));
}

/** A row has waited once: what it waited is its first result's. */
function settlementOf(
  { spentUsd: _spent, waitedMs, ...settled }: Settlement,
  { name: _name, error, ...own }: VariantAnswer,
  isFirst: boolean,
): Settlement {
  const { modelName, providerName, serviceTier, latencyMs } = settled.answer ?? {};
  const answer = { modelName, providerName, serviceTier, latencyMs, ...defined(own) };
  const result = { ...settled, ...(isFirst && { waitedMs }), answer };
  if (error === undefined) return result;
  return { ...result, status: 'failed', error: new RollcallError('VariantFailed', error) };
}

/** What is left of the whole is shared evenly by those that say nothing of themselves. */
function shareOf(
  whole: number | null,
  own: readonly (number | null)[],
  figure: (typeof SHARED)[number],
): number | null {
  const silent = own.filter((value) => value === null).length;
  if (whole === null || silent === 0) return null;
  const left = Math.max(0, whole - own.reduce<number>((sum, value) => sum + (value ?? 0), 0)) / silent;
  return figure === 'cost_usd' ? Number(left.toFixed(12)) : Math.floor(left);
}

/** Settled rows as they were called: results of one call, which follow each other, are one row again. */
export function rowsAsCalled(results: readonly ResultRow[]): ResultRow[] {
  const rows: ResultRow[] = [];
  for (const result of results) {
    const last = rows.at(-1);
    const isSame = last?.variant && last.sample_id === result.sample_id && last.trial === result.trial;
    if (last && isSame) rows[rows.length - 1] = together(last, result);
    else rows.push(result);
  }
  return rows;
}

/** It has failed if one of them has. */
function together(a: ResultRow, b: ResultRow): ResultRow {
  const told = a.status === 'succeeded' ? b : a;
  return {
    ...told,
    variant: a.variant,
    prompt_tokens: sum(a.prompt_tokens, b.prompt_tokens),
    completion_tokens: sum(a.completion_tokens, b.completion_tokens),
    total_tokens: sum(a.total_tokens, b.total_tokens),
    cost_usd: sum(a.cost_usd, b.cost_usd),
    latency_ms: Math.max(a.latency_ms ?? 0, b.latency_ms ?? 0),
    waited_ms: sum(a.waited_ms, b.waited_ms),
  };
}

const sum = (a: number | null, b: number | null): number | null =>
  a === null && b === null ? null : (a ?? 0) + (b ?? 0);
