import { Link } from 'wouter';
import type { IndexRow } from '../../../contracts/api/rows.ts';
import { milliseconds, usd } from '../../../core/format.ts';
import { fromColumn } from '../../../core/json.ts';
import { rowNumber } from '../../../core/row-number.ts';
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

const said = (row: IndexRow | undefined): string => row?.actualOutput ?? row?.errorMessage ?? '';

const hasAnswer = (row: IndexRow | undefined): boolean => row !== undefined && row.actualOutput !== null;

/** One row of all runs: what the answers differ in, word by word. */
export function SidePanel({ row: { rows, rowIndex, key }, sides, ...steps }: Props) {
  const [baseline, ...others] = rows;
  const any = rows.find((row) => row);
  const title = `Row ${rowNumber(rowIndex)}`;
  const compared = others.map((other, index) => ({ other, name: sides[index + 1]?.name ?? '' }));
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
      {compared.map(({ other, name }) => (
        <WordDiff
          key={name}
          titles={[sides[0]?.name ?? '', name]}
          expected={said(baseline)}
          actual={said(other)}
          plain={!hasAnswer(baseline) || !hasAnswer(other)}
        />
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
