import type { IndexRow } from '../../../contracts/api/rows.ts';
import { milliseconds, usd } from '../../../core/format.ts';
import { fromColumn } from '../../../core/json.ts';
import { useRow } from '../../api/runs.ts';
import { useEstimate } from '../../api/scoring.ts';
import { JsonView } from '../../parts/json-view.tsx';
import { ErrorNote } from '../../parts/note.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { stateOfRow } from '../../parts/states.ts';
import { Scores } from '../run/scores.tsx';

interface Props {
  readonly ready: boolean;
  /** What mappings see of the first row. */
  readonly root?: Readonly<Record<string, unknown>>;
  /** The run as it would be started. */
  readonly input: Record<string, unknown>;
}

/** The first row as it is, and, called, its real answer with its grades. */
export function TryRow({ ready, root, input }: Props) {
  const trial = useEstimate();
  const id = trial.data?.evaluationId ?? '';
  const { data: row } = useRow(id, 0, 0, '', id !== '');
  const isStale = trial.variables !== undefined && JSON.stringify(trial.variables.run) !== JSON.stringify(input);
  return (
    <section className="card stack tight" aria-label="Preview of row 1">
      <div className="page-head">
        <h2>Row 1</h2>
        <button
          type="button"
          disabled={!ready || trial.isPending}
          onClick={() => trial.mutate({ run: input, rows: 1 })}
        >
          {trial.isPending ? 'Calling the target …' : 'Try one row'}
        </button>
      </div>
      {root === undefined ? (
        <p className="muted">Choose a dataset to see its first row here.</p>
      ) : (
        <JsonView value={root.input} />
      )}
      <ErrorNote error={trial.error} what="The row could not be tried." />
      {row && (
        <div className="stack tight" role="status">
          <div className="line">
            <h3>{row.error_name ? 'Error' : 'Answer'}</h3>
            <StateMark state={stateOfRow(row as Pick<IndexRow, 'status' | 'passed'>)} />
            <span className="muted tiny">
              {milliseconds(row.latency_ms ?? undefined)} · {row.cost_usd === null ? 'cost unknown' : usd(row.cost_usd)}
              {isStale && ' · tried before your last change'}
            </span>
          </div>
          {row.error_name ? <pre>{row.error_message}</pre> : <JsonView value={fromColumn(row.actual_output)} />}
          {row.expected !== null && (
            <p className="muted">
              Expected <bdi dir="auto">{row.expected}</bdi>
            </p>
          )}
          <Scores text={row.scores} config={input.config} />
        </div>
      )}
    </section>
  );
}
