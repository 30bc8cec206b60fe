import { useMemo } from 'react';
import type { RunDetail } from '../../../contracts/api/runs.ts';
import { count, milliseconds } from '../../../core/format.ts';
import { isActive, useManyRows } from '../../api/runs.ts';
import { Histogram } from '../../parts/histogram.tsx';

const FEWEST = 5;

/** Pictures that say more than their figures; folded, so that the rows stay near. */
export function Charts({ run }: { readonly run: RunDetail }) {
  const { data } = useManyRows(run.evaluationId, { filter: 'status:succeeded' }, isActive(run));
  const latencies = useMemo(
    () => (data?.rows ?? []).map(({ latencyMs }) => latencyMs).filter((value) => value !== null),
    [data],
  );
  if (latencies.length < FEWEST) return null;
  const some = (data?.matching ?? 0) > latencies.length ? `, first ${count(latencies.length)} rows` : '';
  return (
    <details>
      <summary>How long answers took</summary>
      <Histogram title={`Rows by time of their answer${some}`} values={latencies} format={milliseconds} />
    </details>
  );
}
