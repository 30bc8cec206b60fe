import { useState } from 'react';
import type { RunDetail } from '../../../contracts/api/runs.ts';
import { plural } from '../../../core/format.ts';
import { isObject, parseJson } from '../../../core/json.ts';
import { useScoreAgain } from '../../api/scoring.ts';
import { EvaluatorsField } from '../../parts/evaluators-field.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';

const evaluatorsOf = ({ config }: RunDetail): string =>
  isObject(config) && config.evaluators ? JSON.stringify(config.evaluators, null, 2) : '';

interface Props {
  readonly run: RunDetail;
  readonly onClose: () => void;
}

/** The answers there are, held against other evaluators. */
export function ScoreAgain({ run, onClose }: Props) {
  const [evaluators, setEvaluators] = useState(() => evaluatorsOf(run));
  const score = useScoreAgain(run);
  const answers = plural(run.progress.succeeded, 'answer');
  return (
    <FormDialog
      title={`Score ${answers} again`}
      action={`Score ${answers}`}
      disabled={!Array.isArray(parseJson(evaluators))}
      onClose={onClose}
      onSubmit={() => score.mutateAsync({ evaluators: parseJson(evaluators) })}
    >
      <p className="muted">No row is called again. Judges are asked only what they have not been asked before.</p>
      <EvaluatorsField value={evaluators} onChange={setEvaluators} hint="They take the place of the run’s own." />
    </FormDialog>
  );
}
