import type { ReactNode } from 'react';
import type { EvaluationConfig } from '../../../contracts/evaluation-config.ts';
import type { ResultRow } from '../../../contracts/result-row.ts';
import { answerWithin } from '../../../core/answer-within.ts';
import { fromColumn } from '../../../core/json.ts';
import { sentRequest } from '../../../core/sent-request.ts';
import { isActive, useRow, useRun, type WholeRow } from '../../api/runs.ts';
import { Allowed } from '../../parts/allowed.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { JsonView } from '../../parts/json-view.tsx';
import { ErrorNote } from '../../parts/note.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Skeleton } from '../../parts/skeleton.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { stateOfRow } from '../../parts/states.ts';
import { Tabs } from '../../parts/tabs.tsx';
import { useUrlState } from '../../parts/use-url-state.ts';
import { WholeLink } from '../../parts/whole-link.tsx';
import { WordDiff } from '../../parts/word-diff.tsx';
import { curlOf } from './curl-of.ts';
import { MarkRow } from './mark-row.tsx';
import { nameOfRow } from './row-columns.tsx';
import { Attempts, ErrorOf, factsOf } from './row-facts.tsx';
import { RowLinks } from './row-links.tsx';
import { Scores } from './scores.tsx';
import { TakeField } from './take-field.tsx';

interface Props {
  readonly id: string;
  readonly row: string;
  readonly onClose: () => void;
  readonly onPrevious?: () => void;
  readonly onNext?: () => void;
}

/** Everything about one row, beside the list. */
export function RowPanel({ id, row: place, ...steps }: Props) {
  const [rowIndex = 0, trial = 0] = place.split('.', 2).map(Number);
  const variant = place.split('.').slice(2).join('.');
  const { data: row, error } = useRow(id, rowIndex, trial, variant);
  const number = nameOfRow({ rowIndex, trial, variant });
  const title = (
    <>
      {row && <StateMark state={stateOfRow(row)} />} Row {number} <span className="muted tiny">{row?.sample_id}</span>
    </>
  );
  return (
    <Panel name={`Row ${number}`} title={title} {...steps}>
      <ErrorNote error={error} what="The row could not be read." />
      {!row && !error && <Skeleton label="Loading the row" />}
      {row && <RowDetails id={id} row={row} />}
    </Panel>
  );
}

function RowDetails({ id, row }: { readonly id: string; readonly row: WholeRow }) {
  const { data: run } = useRun(id);
  const [parameters, set] = useUrlState();
  const config = run?.config as EvaluationConfig | undefined;
  const curl = config && curlOf(config, row);
  const key = `${row.sample_id} ${row.trial} ${row.variant}`;
  const marks = row.status === 'succeeded' && run && !isActive(run) && (
    <Allowed least="operator">
      <MarkRow key={key} id={id} row={row} />
    </Allowed>
  );
  const tabs = [
    {
      id: 'answer',
      title: row.error_name ? 'Error' : 'Answer',
      content: (
        <>
          {row.error_name && <ErrorOf row={row} />}
          <Answer row={row} />
          {row.passed === false && <TakeField id={id} found={answerWithin([row])} answers="The answer is" />}
          {marks}
          <Part title="Input">
            <JsonView value={fromColumn(row.input)} />
          </Part>
          {row.metadata && (
            <Part title="Metadata">
              <JsonView value={fromColumn(row.metadata)} />
            </Part>
          )}
        </>
      ),
    },
    {
      id: 'request',
      title: 'Request',
      content: (
        <>
          {config && <Sent config={config} row={row} />}
          {row.full_response && (
            <Part title="Response">
              <JsonView value={fromColumn(row.full_response)} open={1} />
            </Part>
          )}
          <div className="line">
            <CopyButton text={() => JSON.stringify(opened(row), null, 2)}>Copy as JSON</CopyButton>
            {curl && <CopyButton text={() => curl}>Copy as cURL</CopyButton>}
          </div>
        </>
      ),
    },
    ...(row.scores ? [{ id: 'grades', title: 'Grades', content: <Scores text={row.scores} config={config} /> }] : []),
    {
      id: 'attempts',
      title: row.attempts > 1 ? `Attempts ${row.attempts}` : 'Attempts',
      content: (
        <>
          <Attempts row={row} />
          {run && <RowLinks traceRef={row.trace_ref} executionArn={run.executionArn} />}
          <div className="line">
            <CopyButton
              text={() => `rollcall logs ${id} --row ${nameOfRow({ rowIndex: row.row_index, trial: 0, variant: '' })}`}
            >
              Copy command for its logs
            </CopyButton>
          </div>
        </>
      ),
    },
  ];
  const asked = parameters.get('tab');
  const tab = tabs.some((one) => one.id === asked) ? (asked ?? '') : 'answer';
  return (
    <div key={key}>
      <p className="muted tiny">{factsOf(row)}</p>
      {row.whole && <WholeLink whole={row.whole} />}
      <Tabs
        label="About the row"
        tabs={tabs.map((one) => (one.id === tab ? one : { ...one, content: null }))}
        value={tab}
        onChange={(next) => set({ tab: next === 'answer' ? undefined : next })}
      />
    </div>
  );
}

/** Where to, and what; what is the input to the letter stands above. */
function Sent({ config, row }: { readonly config: EvaluationConfig; readonly row: ResultRow }) {
  const sent = sentRequest(config, row);
  if (!sent) return null;
  return (
    <Part title="Request">
      <code>{sent.to}</code>
      {sent.body === row.input ? (
        <p className="muted">The input as it is.</p>
      ) : (
        sent.body !== null && <JsonView value={fromColumn(sent.body)} />
      )}
    </Part>
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
  request: fromColumn(row.request),
  scores: fromColumn(row.scores),
});
