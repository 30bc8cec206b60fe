import { useState } from 'react';
import { useLocation } from 'wouter';
import { plural } from '../../../core/format.ts';
import { useDatasets } from '../../api/datasets.ts';
import { useStartRun } from '../../api/runs.ts';
import { useMay } from '../../parts/allowed.tsx';
import { ErrorNote } from '../../parts/note.tsx';
import { SaveAsMonitor, useMaySaveMonitor } from '../../parts/save-as-monitor.tsx';
import { EstimateRun } from './estimate.tsx';
import { configOf, type RunValues, runInput } from './run-values.ts';
import { forgetDraft } from './use-draft.ts';

interface Props {
  readonly values: RunValues;
  readonly problems: Readonly<Record<string, string>>;
}

/** What it will cost and take, and off it goes. */
export function StartStep({ values, problems }: Props) {
  const [, go] = useLocation();
  const start = useStartRun();
  const may = useMay('operator');
  const maySave = useMaySaveMonitor(configOf(values));
  const [isSaving, setSaving] = useState(false);
  const rows = useRowsToRun(values);
  const ready = may && values.datasetId !== '' && Object.keys(problems).length === 0;
  const begin = () =>
    start.mutate(runInput(values), {
      onSuccess: ({ evaluationId }) => {
        forgetDraft();
        go(`/runs/${encodeURIComponent(evaluationId)}`);
      },
    });
  return (
    <section className="card stack tight" aria-label="Start">
      <EstimateRun ready={ready} input={() => runInput(values)} />
      <ErrorNote error={start.error} what="The run did not start." again={begin} />
      <div className="line">
        <button type="button" className="primary" disabled={!ready || start.isPending} onClick={begin}>
          {start.isPending ? 'Starting …' : rows === undefined ? 'Start the run' : `Run ${plural(rows, 'row')}`}
        </button>
        {ready && !values.saved && maySave && (
          <button type="button" onClick={() => setSaving(true)}>
            Save as monitor
          </button>
        )}
        {isSaving && (
          <SaveAsMonitor
            config={configOf(values)}
            source={`the form of ${values.datasetId}`}
            onClose={() => setSaving(false)}
          />
        )}
        {may && !ready && <span className="muted">{missing(values, problems)}</span>}
      </div>
    </section>
  );
}

function useRowsToRun({ datasetId, limit }: RunValues): number | undefined {
  const rows = useDatasets().data?.datasets.find((dataset) => dataset.datasetId === datasetId)?.rows;
  return rows === undefined ? undefined : Math.min(rows, Number(limit) || rows);
}

function missing({ datasetId }: RunValues, problems: Readonly<Record<string, string>>): string {
  if (!datasetId) return 'Choose a dataset first.';
  return Object.values(problems)[0] ?? '';
}
