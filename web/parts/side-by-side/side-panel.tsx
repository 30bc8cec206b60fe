import { Link } from 'wouter';
import type { IndexRow } from '../../../contracts/api/rows.ts';
import type { EvaluationConfig } from '../../../contracts/evaluation-config.ts';
import { milliseconds, usd } from '../../../core/format.ts';
import { fromColumn } from '../../../core/json.ts';
import { rowNumber } from '../../../core/row-number.ts';
import { sentRequest } from '../../../core/sent-request.ts';
import { useRow, useRun } from '../../api/runs.ts';
import { JsonView } from '../json-view.tsx';
import { Panel } from '../panel.tsx';
import { placeOf } from '../place-of.ts';
import { StateMark } from '../state-mark.tsx';
import { stateOfRow } from '../states.ts';
import { WordDiff } from '../word-diff.tsx';
import type { Side, SideRow } from './side-by-side.ts';

interface Props {
  readonly row: SideRow;
  readonly sides: readonly Side[];
  readonly onClose: () => void;
  readonly onPrevious?: () => void;
  readonly onNext?: () => void;
}

/** One row of all runs: what the answers differ in, word by word. */
export function SidePanel({ row: { rows, rowIndex, key }, sides, ...steps }: Props) {
  const [baseline, ...others] = rows;
  const any = rows.find((row) => row);
  const title = `Row ${rowNumber(rowIndex)}`;
  return (
    <Panel
      name={title}
      title={
        <>
          {title} <span className="muted tiny">{key}</span>
        </>
      }
      {...steps}
    >
      {others.map((other, index) => (
        <Both key={sides[index + 1]?.name} sides={[sides[0], sides[index + 1]]} rows={[baseline, other]} />
      ))}
      {any?.expected !== null && (
        <section>
          <h3>Expected</h3>
          <pre dir="auto">{any?.expected}</pre>
        </section>
      )}
      {sides.map(({ name, evaluationId }, index) => (
        <Figures key={name} title={name} run={evaluationId} row={rows[index]} />
      ))}
      <section>
        <h3>Input</h3>
        <JsonView value={fromColumn(any?.input)} />
      </section>
    </Panel>
  );
}

interface BothProps {
  readonly sides: readonly [Side | undefined, Side | undefined];
  readonly rows: readonly [IndexRow | undefined, IndexRow | undefined];
}

/** What two runs answered, and what they were sent where that differs; whole, for lists cut texts. */
function Both({ sides: [first, second], rows: [before, after] }: BothProps) {
  const [was, is] = [useWhole(first, before), useWhole(second, after)];
  const titles = [first?.name ?? '', second?.name ?? ''] as const;
  const isSame = was.sent === is.sent || was.sent === undefined || is.sent === undefined;
  return (
    <>
      <WordDiff titles={titles} expected={was.said} actual={is.said} plain={!was.isAnswer || !is.isAnswer} />
      {!isSame && (
        <section>
          <h2>Request</h2>
          <WordDiff titles={titles} expected={was.sent ?? ''} actual={is.sent ?? ''} />
        </section>
      )}
    </>
  );
}

function useWhole(side: Side | undefined, row: IndexRow | undefined) {
  const id = side?.evaluationId ?? '';
  const { data: whole } = useRow(id, row?.rowIndex ?? 0, row?.trial ?? 0, row?.variant ?? '', row !== undefined);
  const { data: run } = useRun(id);
  const isThere = whole && whole.row_index === row?.rowIndex && whole.trial === row.trial;
  const [answer, error] = isThere
    ? [whole.actual_output, whole.error_message]
    : [row?.actualOutput ?? null, row?.errorMessage];
  const sent = isThere && run ? sentRequest(run.config as EvaluationConfig, whole) : undefined;
  return { said: answer ?? error ?? '', isAnswer: answer !== null, sent: sent && `${sent.to}\n${sent.body ?? ''}` };
}

function Figures({ title, run, row }: { readonly title: string; readonly run: string; readonly row?: IndexRow }) {
  if (!row) return null;
  return (
    <p>
      {title}: <StateMark state={stateOfRow(row)} /> {milliseconds(row.latencyMs ?? undefined)} · cost{' '}
      {usd(row.costUsd ?? undefined)} ·{' '}
      <Link href={`/runs/${encodeURIComponent(run)}?row=${encodeURIComponent(placeOf(row))}`}>open in its run</Link>
    </p>
  );
}
