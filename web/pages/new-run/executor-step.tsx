import { Field } from '../../parts/field.tsx';
import type { RunValues } from './run-values.ts';

interface Props {
  readonly values: RunValues;
  readonly onChange: (patch: Partial<RunValues>) => void;
  readonly problems: Readonly<Record<string, string>>;
}

type NumberName =
  | 'maxConcurrency'
  | 'timeoutSeconds'
  | 'maxAttempts'
  | 'budgetLimit'
  | 'errorThreshold'
  | 'repeats'
  | 'delayMs'
  | 'requestsPerMinute'
  | 'limit';

/** How the rows are called. */
export function ExecutorStep({ values, onChange, problems }: Props) {
  const number = (name: NumberName, label: string, hint: string, field = `executor.${name}`) => (
    <Field label={label} hint={hint} problem={problems[field]}>
      {(attributes) => (
        <input
          {...attributes}
          type="number"
          min={0}
          step="any"
          value={values[name]}
          onChange={(event) => onChange({ [name]: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <>
      <div className="fields">
        {number('maxConcurrency', 'Rows at once', '1–1000; 1 if left empty')}
        {number('timeoutSeconds', 'Seconds a call may take', '300 if left empty')}
        {number(
          'maxAttempts',
          'Calls of a row that fails for now',
          '3 if left empty',
          'executor.retryPolicy.maxAttempts',
        )}
        {number('budgetLimit', 'Most it may cost, in USD', 'no limit if left empty')}
        {number('limit', 'Only the first rows', 'all if left empty', 'limit')}
        {number('repeats', 'Calls of every row', '1 if left empty; more show which answers are flaky')}
        {number('delayMs', 'Milliseconds between starts', '0 if left empty')}
        {!values.saved &&
          number('requestsPerMinute', 'Calls a minute at most', 'no limit of our own', 'rateLimit.requestsPerMinute')}
        <Field label="When rows fail">
          {(attributes) => (
            <select
              {...attributes}
              value={values.stopOnError}
              onChange={(event) => onChange({ stopOnError: event.target.value as RunValues['stopOnError'] })}
            >
              <option value="continue">go on</option>
              <option value="stop_after_n">stop after some</option>
              <option value="stop_immediately">stop at the first</option>
            </select>
          )}
        </Field>
        {values.stopOnError === 'stop_after_n' &&
          number('errorThreshold', 'Failures it stops after', '10 if left empty')}
      </div>
      <label className="check">
        <input
          type="checkbox"
          checked={values.earlyStop}
          onChange={(event) => onChange({ earlyStop: event.target.checked })}
        />
        Stop if the first 20 rows all end with the same permanent error
      </label>
      <label className="check">
        <input
          type="checkbox"
          checked={values.retryFailed}
          onChange={(event) => onChange({ retryFailed: event.target.checked })}
        />
        Call failed rows once more at the end
      </label>
    </>
  );
}
