import { Link } from 'wouter';
import { useEstimate } from '../../api/scoring.ts';
import { ErrorNote } from '../../parts/note.tsx';
import { estimateSentence } from './estimate-sentence.ts';

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
        <button type="button" disabled={!ready || estimate.isPending} onClick={() => estimate.mutate({ run: input() })}>
          {estimate.isPending ? 'Calling the first 5 rows …' : 'Estimate from the first 5 rows'}
        </button>
        {estimate.data && (
          <span role="status">
            {estimateSentence(estimate.data)}{' '}
            <Link href={`/runs/${encodeURIComponent(estimate.data.evaluationId)}`}>Look at them</Link>
          </span>
        )}
      </div>
      <ErrorNote error={estimate.error} what="There is no estimate." />
    </>
  );
}
