import type { ReactNode } from 'react';
import { hintFor } from '../../../contracts/errors.ts';
import type { ResultRow } from '../../../contracts/result-row.ts';
import { count, milliseconds, usd } from '../../../core/format.ts';
import { fromColumn } from '../../../core/json.ts';
import { rowNumber } from '../../../core/row-number.ts';
import { isActive, useRow, useRun } from '../../api/runs.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { JsonView } from '../../parts/json-view.tsx';
import { ErrorNote } from '../../parts/note.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { stateOfRow } from '../../parts/states.ts';
import { WordDiff } from '../../parts/word-diff.tsx';
import { curlOf } from './curl-of.ts';
import { MarkRow } from './mark-row.tsx';
import { Scores } from './scores.tsx';

interface Props {
  readonly id: string;
  readonly row: string;
  readonly onClose: () => void;
}

/** Everything about one row, beside the list. */
export function RowPanel({ id, row: index, onClose }: Props) {
  const { data: row, error } = useRow(id, index);
  const number = rowNumber(Number(index));
  return (
    <aside className="row-panel" aria-label={`Row ${number}`}>
      <div className="page-head">
        <h2>
          {row && <StateMark state={stateOfRow(row)} />} row {number}{' '}
          <span className="muted tiny">{row?.sample_id}</span>
        </h2>
        <button type="button" onClick={onClose}>
          Close <kbd>Esc</kbd>
        </button>
      </div>
      <ErrorNote error={error} what="The row could not be read." />
      {row && <RowDetails key={row.sample_id} id={id} row={row} />}
    </aside>
  );
}

function RowDetails({ id, row }: { readonly id: string; readonly row: ResultRow }) {
  const { data: run } = useRun(id);
  const curl = run && curlOf(run.config, row.request ?? null);
  return (
    <>
      <p className="muted tiny">
        {milliseconds(row.latency_ms ?? undefined)} · {row.cost_usd === null ? 'cost unknown' : usd(row.cost_usd)}
        {row.total_tokens !== null && ` · ${count(row.total_tokens)} tokens`}
        {row.model_name && ` · ${row.model_name}`} · {count(row.calls)} {row.calls === 1 ? 'call' : 'calls'}
      </p>
      {row.error_name && (
        <Part title="Error">
          <pre>{row.error_message}</pre>
          <p className="muted tiny">
            {row.error_name} ({row.error_class}) {hintFor(row.error_name)}
          </p>
        </Part>
      )}
      <Answer row={row} />
      <Scores text={row.scores} />
      {row.status === 'succeeded' && run && !isActive(run) && <MarkRow id={id} row={row} />}
      <Part title="Input">
        <JsonView value={fromColumn(row.input)} />
      </Part>
      {row.metadata && (
        <Part title="Metadata">
          <JsonView value={fromColumn(row.metadata)} />
        </Part>
      )}
      {row.full_response && (
        <Part title="What came back, whole">
          <JsonView value={fromColumn(row.full_response)} open={1} />
        </Part>
      )}
      <div className="line">
        <CopyButton text={() => JSON.stringify(opened(row), null, 2)}>Copy as JSON</CopyButton>
        {curl && <CopyButton text={() => curl}>Copy as cURL</CopyButton>}
        {row.trace_ref && <span className="muted tiny mono">{row.trace_ref}</span>}
      </div>
    </>
  );
}

function Answer({ row }: { readonly row: ResultRow }) {
  const { expected, actual_output: actual } = row;
  if (expected !== null && actual !== null) return <WordDiff expected={expected} actual={actual} />;
  return (
    <>
      {actual !== null && (
        <Part title="Answer">
          <JsonView value={fromColumn(actual)} />
        </Part>
      )}
      {expected !== null && (
        <Part title="Expected">
          <pre dir="auto">{expected}</pre>
        </Part>
      )}
    </>
  );
}

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section>
    <h3>{title}</h3>
    {children}
  </section>
);

/** The columns that hold JSON as values. */
const opened = (row: ResultRow) => ({
  ...row,
  input: fromColumn(row.input),
  metadata: fromColumn(row.metadata),
  full_response: fromColumn(row.full_response),
  scores: fromColumn(row.scores),
});
