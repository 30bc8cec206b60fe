import { Link } from 'wouter';
import type { IndexRow } from '../../../contracts/api/rows.ts';
import { milliseconds, usd } from '../../../core/format.ts';
import { fromColumn } from '../../../core/json.ts';
import { rowNumber } from '../../../core/row-number.ts';
import { JsonView } from '../../parts/json-view.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { stateOfRow } from '../../parts/states.ts';
import { useUrlState } from '../../parts/use-url-state.ts';
import { WordDiff } from '../../parts/word-diff.tsx';
import type { Pair } from './pair-rows.ts';

interface Props {
  readonly pair: Pair;
  readonly onClose: () => void;
}

/** One row of both runs: what the answers differ in, word by word. */
export function PairPanel({ pair, onClose }: Props) {
  const [parameters] = useUrlState();
  const { before, after, sampleId } = pair;
  const row = before ?? after;
  const title = `Row ${rowNumber(row?.rowIndex ?? 0)}`;
  return (
    <aside className="row-panel" aria-label={title}>
      <div className="page-head">
        <h2>
          {title} <span className="muted tiny">{sampleId}</span>
        </h2>
        <button type="button" onClick={onClose}>
          Close <kbd>Esc</kbd>
        </button>
      </div>
      <WordDiff
        titles={['Baseline', 'Compared']}
        expected={before?.actualOutput ?? before?.errorMessage ?? ''}
        actual={after?.actualOutput ?? after?.errorMessage ?? ''}
      />
      {row?.expected !== null && (
        <section>
          <h3>Expected</h3>
          <pre dir="auto">{row?.expected}</pre>
        </section>
      )}
      <Side title="Baseline" run={parameters.get('before')} row={before} />
      <Side title="Compared" run={parameters.get('after')} row={after} />
      <section>
        <h3>Input</h3>
        <JsonView value={fromColumn(row?.input)} />
      </section>
    </aside>
  );
}

function Side({ title, run, row }: { readonly title: string; readonly run: string | null; readonly row?: IndexRow }) {
  if (!row || !run) return null;
  return (
    <p>
      {title}: <StateMark state={stateOfRow(row)} /> {milliseconds(row.latencyMs ?? undefined)} ·{' '}
      {row.costUsd === null ? 'cost unknown' : usd(row.costUsd)} ·{' '}
      <Link href={`/runs/${encodeURIComponent(run)}?row=${row.rowIndex}`}>open in its run</Link>
    </p>
  );
}
