import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { asText } from '../../../core/json.ts';
import { useDatasetRows } from '../../api/datasets.ts';
import { useStartRun } from '../../api/runs.ts';
import { Field } from '../../parts/field.tsx';
import { ErrorNote } from '../../parts/note.tsx';
import { MappingEditor } from '../../parts/target-form/mapping-editor.tsx';
import { TargetFields } from '../../parts/target-form/target-fields.tsx';
import type { TargetValues } from '../../parts/target-form/target-values.ts';
import { useTitle } from '../../parts/use-title.ts';
import { DatasetStep } from './dataset-step.tsx';
import { EstimateRun } from './estimate.tsx';
import { EvaluatorsStep } from './evaluators-step.tsx';
import { ExecutorStep } from './executor-step.tsx';
import { type RunValues, runInput } from './run-values.ts';
import { SavedTarget } from './saved-target.tsx';
import { StandsFor } from './stands-for.tsx';
import { Step } from './step.tsx';
import { forgetDraft, useDraft } from './use-draft.ts';
import { useProblems } from './use-problems.ts';

/** A run from top to bottom; every choice is shown as what it stands for elsewhere. */
export function NewRunPage() {
  useTitle('New run');
  const [values, change] = useDraft();
  const [, go] = useLocation();
  const problems = useProblems(values);
  const start = useStartRun();
  const root = useFirstRow(values.datasetId);
  const changeTarget = (patch: Partial<TargetValues>) => change({ target: { ...values.target, ...patch } });
  const begin = () =>
    start.mutate(runInput(values), {
      onSuccess: ({ evaluationId }) => {
        forgetDraft();
        go(`/runs/${encodeURIComponent(evaluationId)}`);
      },
    });
  const ready = values.datasetId !== '' && Object.keys(problems).length === 0;
  return (
    <div className="stack">
      <h1>New run</h1>
      <div className="new-run">
        <div className="stack">
          <Step number={1} title="Dataset">
            <DatasetStep chosen={values.datasetId} onChoose={(datasetId) => change({ datasetId })} />
          </Step>
          <Step number={2} title="Target">
            <SavedTarget chosen={values.saved} onChoose={(saved) => change({ saved })} />
            {!values.saved && <TargetFields values={values.target} onChange={changeTarget} problems={problems} />}
          </Step>
          {!values.saved && (
            <Step number={3} title="What is sent">
              <MappingEditor
                label="Expression (JSONata)"
                hint="Empty: the row’s input as it is."
                rootTitle="The first row"
                root={root}
                value={values.target.inputMapping}
                onChange={(inputMapping) => changeTarget({ inputMapping })}
                otherwise={root?.input}
              />
              <Field
                label="The answer, of what comes back (JSONata)"
                hint="Empty: found where answers usually are. body.label takes a field of an endpoint’s answer."
              >
                {(attributes) => (
                  <input
                    {...attributes}
                    className="mono"
                    value={values.target.outputMapping}
                    onChange={(event) => changeTarget({ outputMapping: event.target.value })}
                  />
                )}
              </Field>
            </Step>
          )}
          <Step number={4} title="How the rows are called">
            <ExecutorStep values={values} onChange={change} problems={problems} />
          </Step>
          {!values.saved && (
            <Step number={5} title="What a good answer is">
              <EvaluatorsStep
                value={values.evaluators}
                onChange={(evaluators) => change({ evaluators })}
                problems={problems}
              />
            </Step>
          )}
          <Step number={6} title="Start">
            <EstimateRun ready={ready} input={() => runInput(values)} />
            <ErrorNote error={start.error} what="The run did not start." again={begin} />
            <div className="line">
              <button type="button" className="primary" disabled={!ready || start.isPending} onClick={begin}>
                {start.isPending ? 'Starting …' : 'Start the run'}
              </button>
              {!ready && <span className="muted">{missing(values, problems)}</span>}
            </div>
          </Step>
        </div>
        <StandsFor values={values} />
      </div>
    </div>
  );
}

function missing({ datasetId }: RunValues, problems: Readonly<Record<string, string>>): string {
  if (!datasetId) return 'Choose a dataset first.';
  return Object.values(problems)[0] ?? '';
}

/** The root mappings see, of the dataset's first row. */
function useFirstRow(datasetId: string) {
  const { data } = useDatasetRows(datasetId);
  const first = data?.rows[0];
  return useMemo(
    () =>
      first && {
        sample_id: first.sampleId,
        row_index: first.rowIndex,
        input: first.input,
        ...(first.expected !== undefined && { expected: asText(first.expected) }),
        ...(first.metadata !== undefined && { metadata: first.metadata }),
      },
    [first],
  );
}
