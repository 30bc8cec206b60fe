import { Link } from 'wouter';
import type { Estimate } from '../../../contracts/api/estimate.ts';
import { count, milliseconds, plural, usd } from '../../../core/format.ts';
import { useEstimate } from '../../api/scoring.ts';
import { ErrorNote } from '../../parts/note.tsx';

interface Props {
  readonly ready: boolean;
  /** The run as it would be started. */
  readonly input: () => Record<string, unknown>;
}

/** Calls the first rows, and says what all of them will cost and take. */
export function EstimateRun({ ready, input }: Props) {
  const estimate = useEstimate();
  return (
    <>
      <div className="line">
        <button type="button" disabled={!ready || estimate.isPending} onClick={() => estimate.mutate(input())}>
          {estimate.isPending ? 'Calling the first 5 rows …' : 'Estimate from the first 5 rows'}
        </button>
        {estimate.data && (
          <span role="status">
            {sentenceOf(estimate.data)}{' '}
            <Link href={`/runs/${encodeURIComponent(estimate.data.evaluationId)}`}>Look at them</Link>
          </span>
        )}
      </div>
      <ErrorNote error={estimate.error} what="There is no estimate." />
    </>
  );
}

function sentenceOf({
  rows = 0,
  triedRows = 0,
  failed = 0,
  costUsd,
  durationMs,
  maxConcurrency = 1,
}: Estimate): string {
  const cost = costUsd ? `${usd(costUsd.expected)} (${usd(costUsd.low)}–${usd(costUsd.high)})` : 'unknown cost';
  const time = durationMs
    ? `${milliseconds(durationMs.expected)} (${milliseconds(durationMs.low)}–${milliseconds(durationMs.high)})`
    : 'unknown time';
  const tried = `${plural(triedRows, 'row')} tried${failed > 0 ? `, ${count(failed)} failed` : ''}`;
  return `All ${plural(rows, 'row')}, ${count(maxConcurrency)} at once: ${cost}, ${time}. ${tried}.`;
}
