import { X } from 'lucide-react';
import { Link } from 'wouter';
import type { JobItem } from '../../../contracts/api/jobs.ts';
import { hintFor } from '../../../contracts/errors.ts';
import { rowNumber } from '../../../core/row-number.ts';
import { JsonView } from '../../parts/json-view.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { stateOfRow } from '../../parts/states.ts';

interface Props {
  readonly job: string;
  readonly item: JobItem;
  readonly onClose: () => void;
}

/** Everything about one item, beside the list. */
export function ItemPanel({ job, item, onClose }: Props) {
  const { index, error, status, ...rest } = item;
  const number = rowNumber(index);
  return (
    <aside className="row-panel" aria-label={`Item ${number}`}>
      <div className="page-head">
        <h2>
          <StateMark state={stateOfRow(item)} /> item {number}
        </h2>
        <button type="button" onClick={onClose}>
          <X /> Close <kbd>Esc</kbd>
        </button>
      </div>
      {error && (
        <section>
          <h3>Error</h3>
          <pre>{error.message}</pre>
          <p className="muted tiny">
            {error.name} {hintFor(error.name)}
          </p>
        </section>
      )}
      <JsonView value={rest} open={3} />
      {status !== 'pending' && (
        <div>
          <Link className="button" href={`/runs/${encodeURIComponent(job)}?row=${index}`}>
            See what was sent and what came back
          </Link>
        </div>
      )}
    </aside>
  );
}
