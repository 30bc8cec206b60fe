import { useMemo } from 'react';
import { useMe } from '../../api/me.ts';
import { nameOf, type TargetView } from '../../api/targets.ts';
import { NeedsRole } from '../../parts/allowed.tsx';
import { EvaluatorsField } from '../../parts/evaluators-field.tsx';
import { problemBelow } from '../../parts/problem-below.ts';
import { StandsFor } from '../../parts/stands-for.tsx';
import { TargetFields } from '../../parts/target-form/target-fields.tsx';
import { type TargetValues, targetValues } from '../../parts/target-form/target-values.ts';
import { useTitle } from '../../parts/use-title.ts';
import { asCli, asRequest, asYaml } from './as-text.ts';
import { DatasetStep } from './dataset-step.tsx';
import { DroppedFile } from './dropped-file.tsx';
import { ExecutorStep } from './executor-step.tsx';
import { MappingStep } from './mapping-step.tsx';
import './new-run-page.css';
import { RecentTargets } from './recent-targets.tsx';
import { runInput, valuesOfRun } from './run-values.ts';
import { SavedTarget } from './saved-target.tsx';
import { StartStep } from './start-step.tsx';
import { Step } from './step.tsx';
import { ThreadsStep } from './threads-step.tsx';
import { TryRow } from './try-row.tsx';
import { useDraft } from './use-draft.ts';
import { useFirstRow } from './use-first-row.ts';
import { useProblems } from './use-problems.ts';

/** A run in three steps; beside them what the first row becomes, what all rows cost, and the same as text. */
export function NewRunPage() {
  useTitle('New run');
  const [values, change] = useDraft();
  const problems = useProblems(values);
  const tenant = useMe().data?.tenant;
  const first = useFirstRow(values);
  const changeTarget = (patch: Partial<TargetValues>) => change({ target: { ...values.target, ...patch } });
  const copy = (target: TargetView) =>
    change({ saved: '', copyOf: nameOf(target), target: targetValues(target), name: nameOf(target) });
  const described = !values.saved;
  const texts = useMemo(
    () => ({
      'eval.yaml': () => asYaml(values, tenant),
      'AWS CLI': () => asCli(values, tenant),
      'HTTP request': () => asRequest(values),
    }),
    [values, tenant],
  );
  return (
    <div className="stack">
      <h1>New run</h1>
      <NeedsRole least="operator" to="starting a run" />
      <DroppedFile onDataset={(datasetId) => change({ datasetId, threadFields: {} })}>
        <div className="steps stack">
          <Step title="Data">
            <DatasetStep chosen={values.datasetId} onChoose={(datasetId) => change({ datasetId, threadFields: {} })} />
            {described && (
              <ThreadsStep
                chosen={values.threadFields}
                onChange={(threadFields) => change({ threadFields })}
                root={first.plain}
                problem={first.problem}
              />
            )}
          </Step>
          <Step title="Target">
            <RecentTargets
              onChoose={({ datasetId, config }) =>
                change(valuesOfRun(values.datasetId || datasetId, config as Record<string, unknown>))
              }
            />
            <SavedTarget
              chosen={values.saved}
              onChoose={(saved) => change({ saved })}
              onCopy={copy}
              root={first.plain}
            />
            {described && (
              <>
                <TargetFields values={values.target} onChange={changeTarget} problems={problems} />
                <h3>What is sent</h3>
                <MappingStep
                  key={`${values.datasetId} ${values.copyOf}`}
                  target={values.target}
                  onChange={changeTarget}
                  root={first.root}
                  copyOf={values.copyOf}
                />
              </>
            )}
            <details>
              <summary>Concurrency, retries and limits</summary>
              <div className="stack">
                <ExecutorStep values={values} onChange={change} problems={problems} />
              </div>
            </details>
          </Step>
          <Step title="Grading">
            <EvaluatorsField
              value={values.evaluators}
              onChange={(evaluators) => change({ evaluators })}
              problem={problemBelow(problems, 'evaluators')}
              hint="Without evaluators, answers are compared with the expected ones, where there are any."
            />
          </Step>
        </div>
        <div className="beside stack">
          <StartStep values={values} problems={problems} />
          <TryRow
            ready={values.datasetId !== '' && Object.keys(problems).length === 0}
            root={first.root}
            input={runInput(values)}
          />
          <StandsFor texts={texts} />
        </div>
      </DroppedFile>
    </div>
  );
}
