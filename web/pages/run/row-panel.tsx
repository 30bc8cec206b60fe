import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { hintFor } from '../../../contracts/errors.ts';
import type { EvaluationConfig } from '../../../contracts/evaluation-config.ts';
import type { ResultRow } from '../../../contracts/result-row.ts';
import { answerWithin } from '../../../core/answer-within.ts';
import { count, milliseconds, moment, plural, usd } from '../../../core/format.ts';
import { fromColumn } from '../../../core/json.ts';
import { sentRequest } from '../../../core/sent-request.ts';
import { isActive, useRow, useRun } from '../../api/runs.ts';
import { Allowed } from '../../parts/allowed.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { JsonView } from '../../parts/json-view.tsx';
import { ErrorNote } from '../../parts/note.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { stateOfRow } from '../../parts/states.ts';
import { WholeLink } from '../../parts/whole-link.tsx';
import { WordDiff } from '../../parts/word-diff.tsx';
import { curlOf } from './curl-of.ts';
import { MarkRow } from './mark-row.tsx';
import { nameOfRow } from './row-columns.tsx';
import { RowLinks } from './row-links.tsx';
import { Scores } from './scores.tsx';
import { TakeField } from './take-field.tsx';

interface Props {
  readonly id: string;
  readonly row: string;
  readonly onClose: () => void;
}

/** Everything about one row, beside the list. */
export function RowPanel({ id, row: place, onClose }: Props) {
  const [rowIndex = 0, trial = 0] = place.split('.', 2).map(Number);
  const variant = place.split('.').slice(2).join('.');
  const { data: row, error } = useRow(id, rowIndex, trial, variant);
  const number = nameOfRow({ rowIndex, trial, variant });
  return (
    <aside className="row-panel" aria-label={`Row ${number}`}>
      <div className="page-head">
        <h2>
          {row && <StateMark state={stateOfRow(row)} />} row {number}{' '}
          <span className="muted tiny">{row?.sample_id}</span>
        </h2>
        <button type="button" onClick={onClose}>
          <X /> Close <kbd>Esc</kbd>
        </button>
      </div>
      <ErrorNote error={error} what="The row could not be read." />
      {row?.whole && <WholeLink whole={row.whole} />}
      {row && <RowDetails key={`${row.sample_id} ${row.trial} ${row.variant}`} id={id} row={row} />}
    </aside>
  );
}

function RowDetails({ id, row }: { readonly id: string; readonly row: ResultRow }) {
  const { data: run } = useRun(id);
  const curl = run && curlOf(run.config as EvaluationConfig, row);
  return (
    <>
      <p className="muted tiny">{factsOf(row)}</p>
      {row.error_name && (
        <Part title="Error">
          <pre>{row.error_message}</pre>
          <p className="muted tiny">
            {row.error_name} ({row.error_class}) {hintFor(row.error_name)}
          </p>
        </Part>
      )}
      <Answer row={row} />
      {row.passed === false && <TakeField id={id} found={answerWithin([row])} answers="The answer is" />}
      <Scores text={row.scores} config={run?.config} />
      {row.status === 'succeeded' && run && !isActive(run) && (
        <Allowed least="operator">
          <MarkRow id={id} row={row} />
        </Allowed>
      )}
      <Part title="Input">
        <JsonView value={fromColumn(row.input)} />
      </Part>
      {row.metadata && (
        <Part title="Metadata">
          <JsonView value={fromColumn(row.metadata)} />
        </Part>
      )}
      {run && <Sent config={run.config as EvaluationConfig} row={row} />}
      {row.full_response && (
        <Part title="What came back, whole">
          <JsonView value={fromColumn(row.full_response)} open={1} />
        </Part>
      )}
      <div className="line">
        <CopyButton text={() => JSON.stringify(opened(row), null, 2)}>Copy as JSON</CopyButton>
        {curl && <CopyButton text={() => curl}>Copy as cURL</CopyButton>}
        <CopyButton
          text={() => `rollcall logs ${id} --row ${nameOfRow({ rowIndex: row.row_index, trial: 0, variant: '' })}`}
        >
          Copy command for its logs
        </CopyButton>
      </div>
      {run && <RowLinks traceRef={row.trace_ref} executionArn={run.executionArn} />}
    </>
  );
}

/** Where to, and what; what is the input to the letter stands above. */
function Sent({ config, row }: { readonly config: EvaluationConfig; readonly row: ResultRow }) {
  const sent = sentRequest(config, row);
  if (!sent) return null;
  return (
    <Part title="What was sent">
      <code>{sent.to}</code>
      {sent.body === row.input ? (
        <p className="muted">The input as it is.</p>
      ) : (
        sent.body !== null && <JsonView value={fromColumn(sent.body)} />
      )}
    </Part>
  );
}

/** How the row was called. */
const factsOf = (row: ResultRow): string =>
  [
    milliseconds(row.latency_ms ?? undefined),
    row.cost_usd === null ? 'cost unknown' : usd(row.cost_usd),
    row.total_tokens !== null && `${count(row.total_tokens)} tokens`,
    row.model_name,
    plural(row.calls, 'call'),
    row.attempts > 1 && `${plural(row.attempts, 'attempt')}, the last in pass ${row.attempt}`,
    row.call_mode === 'bulk' && 'in one call with others',
    row.waited_ms ? `waited ${milliseconds(row.waited_ms)} for the rate limit` : '',
    row.finished_at && moment(row.finished_at),
  ]
    .filter(Boolean)
    .join(' · ');

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
  request: fromColumn(row.request),
  scores: fromColumn(row.scores),
});
