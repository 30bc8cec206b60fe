import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, GitCompareArrows, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Run } from '../../../contracts/api/runs.ts';
import { count, plural } from '../../../core/format.ts';
import { deleteRun, exportRun } from '../../api/runs.ts';
import { Allowed } from '../../parts/allowed.tsx';
import { ConfirmDialog } from '../../parts/confirm.tsx';
import { ErrorNote } from '../../parts/note.tsx';
import { titleOf } from '../../parts/run-name.tsx';
import { say } from '../../parts/say.ts';

const SHEET = { format: 'csv', bom: true } as const;
const MOST_NAMED = 5;

interface Props {
  /** Newest first. */
  readonly runs: readonly Run[];
  readonly onClear: () => void;
}

/** What can be done with several runs at once. */
export function SelectedRuns({ runs, onClear }: Props) {
  const [isAsked, ask] = useState(false);
  const client = useQueryClient();
  const exporting = useMutation({
    mutationFn: async () => {
      for (const { evaluationId } of runs) await exportRun(evaluationId, SHEET);
    },
  });
  const remove = async () => {
    try {
      for (const { evaluationId } of runs) await deleteRun(evaluationId);
    } finally {
      await client.invalidateQueries({ queryKey: ['runs'] });
    }
    say(`Deleted ${plural(runs.length, 'run')}`);
    onClear();
  };
  const rows = runs.reduce((sum, { total }) => sum + total, 0);
  return (
    <div className="selected-runs" role="toolbar" aria-label="Selected runs">
      <strong>{count(runs.length)} selected</strong>
      <Compare runs={runs} />
      <button type="button" disabled={exporting.isPending} onClick={() => exporting.mutate()}>
        <Download /> {exporting.isPending ? 'Exporting …' : `Export ${plural(runs.length, 'run')}`}
      </button>
      <Allowed least="operator">
        <button type="button" className="danger" onClick={() => ask(true)}>
          <Trash2 /> Delete {plural(runs.length, 'run')}
        </button>
      </Allowed>
      <button type="button" className="icon" aria-label="Clear the selection" onClick={onClear}>
        <X />
      </button>
      <ErrorNote error={exporting.error} what="The export did not work." />
      {isAsked && (
        <ConfirmDialog
          title={`Delete ${plural(runs.length, 'run')}?`}
          action={`Delete ${plural(rows, 'result')}`}
          onConfirm={remove}
          onClose={() => ask(false)}
        >
          <p>
            {runs
              .slice(0, MOST_NAMED)
              .map((run) => titleOf(run))
              .join(', ')}
            {runs.length > MOST_NAMED && ` and ${count(runs.length - MOST_NAMED)} more`}: records, rows, logs and
            exports are deleted. This cannot be undone.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}

/** Two runs, or all of one experiment. */
function Compare({ runs }: { readonly runs: readonly Run[] }) {
  const [after, before] = runs;
  const isExperiment = after?.experimentId && runs.every(({ experimentId }) => experimentId === after.experimentId);
  if (!after || !before || (runs.length > 2 && !isExperiment)) return null;
  const two = new URLSearchParams({ before: before.evaluationId, after: after.evaluationId });
  return (
    <Link
      className="button"
      href={runs.length === 2 ? `/compare?${two}` : `/experiments/${encodeURIComponent(after.experimentId ?? '')}`}
    >
      <GitCompareArrows /> Compare {plural(runs.length, 'run')}
    </Link>
  );
}
