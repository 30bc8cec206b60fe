import type { RunDetail } from '../../../contracts/api/runs.ts';
import { count, milliseconds, percent, totalCost } from '../../../core/format.ts';
import { Tile } from '../../parts/tile.tsx';
import { useTally } from './use-tally.ts';

/** The run's figures: how good, how fast, how dear. */
export function RunTiles({ run }: { readonly run: RunDetail }) {
  const { progress, summary } = run;
  const { right, wrong, failed, skipped } = useTally(run);
  const { p50, p95 } = summary?.latencyMs ?? {};
  const rate = summary?.passRate ?? (right + wrong > 0 ? right / (right + wrong) : undefined);
  return (
    <dl className="tiles">
      {rate !== undefined && (
        <Tile
          title={summary ? 'Pass rate' : 'Pass rate so far'}
          value={percent(rate)}
          note={`${count(right)} passed`}
        />
      )}
      {rate !== undefined && <Tile title="Failed" value={count(wrong)} state="wrong" />}
      <Tile
        title="Errors"
        value={count(failed)}
        state="failed"
        note={skipped > 0 ? `${count(skipped)} skipped` : undefined}
      />
      {p95 === undefined ? (
        <Tile title="Average time" value={milliseconds(progress.averageLatencyMs)} />
      ) : (
        <Tile title="p95 time" value={milliseconds(p95)} note={`p50 ${milliseconds(p50)}`} />
      )}
      <Tile title="Cost" value={totalCost(progress)} />
      {progress.tokens.total > 0 && <Tile title="Tokens" value={count(progress.tokens.total)} />}
    </dl>
  );
}
