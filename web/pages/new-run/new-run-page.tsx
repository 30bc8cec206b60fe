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
import { ExecutorStep } from './executor-step.tsx';
import { MappingStep } from './mapping-step.tsx';
import './new-run-page.css';
import { SavedTarget } from './saved-target.tsx';
import { StartStep } from './start-step.tsx';
import { Step } from './step.tsx';
import { ThreadsStep } from './threads-step.tsx';
import { useDraft } from './use-draft.ts';
import { useFirstRow } from './use-first-row.ts';
import { useProblems } from './use-problems.ts';

/** A run from top to bottom; every choice is shown as what it stands for elsewhere. */
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
      <div className="new-run">
        <div className="steps stack">
          <Step title="Dataset">
            <DatasetStep chosen={values.datasetId} onChoose={(datasetId) => change({ datasetId, threadFields: {} })} />
          </Step>
          <Step title="Target">
            <SavedTarget
              chosen={values.saved}
              onChoose={(saved) => change({ saved })}
              onCopy={copy}
              root={first.plain}
            />
            {described && <TargetFields values={values.target} onChange={changeTarget} problems={problems} />}
          </Step>
          {described && (
            <Step title="What is sent">
              <MappingStep
                key={`${values.datasetId} ${values.copyOf}`}
                target={values.target}
                onChange={changeTarget}
                root={first.root}
                copyOf={values.copyOf}
              />
            </Step>
          )}
          <Step title="How the rows are called">
            <ExecutorStep values={values} onChange={change} problems={problems} />
          </Step>
          {described && (
            <Step title="Conversations">
              <ThreadsStep
                chosen={values.threadFields}
                onChange={(threadFields) => change({ threadFields })}
                root={first.plain}
                problem={first.problem}
              />
            </Step>
          )}
          <Step title="What a good answer is">
            <EvaluatorsField
              value={values.evaluators}
              onChange={(evaluators) => change({ evaluators })}
              problem={problemBelow(problems, 'evaluators')}
              hint="Empty: answers are compared with the expected ones, where there are any."
            />
          </Step>
          <Step title="Start">
            <StartStep values={values} problems={problems} />
          </Step>
        </div>
        <StandsFor texts={texts} />
      </div>
    </div>
  );
}
