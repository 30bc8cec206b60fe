import type { ExecutionMode } from '../../../contracts/evaluation-config.ts';
import { Field } from '../field.tsx';
import { EndpointFields } from './endpoint-fields.tsx';
import type { TargetFieldsProps } from './target-values.ts';

const MODES: readonly (readonly [ExecutionMode, string])[] = [
  ['endpoint', 'HTTP endpoint'],
  ['agent', 'Step Functions agent'],
  ['tool', 'Lambda tool'],
];

/** What every row is run through, in one of the three ways. */
export function TargetFields({ values, onChange, problems }: TargetFieldsProps) {
  return (
    <fieldset>
      <legend className="hidden-text">Target</legend>
      <div className="choices">
        {MODES.map(([mode, title]) => (
          <label key={mode}>
            <input
              type="radio"
              name="execution-mode"
              checked={values.mode === mode}
              onChange={() => onChange({ mode, inputMapping: values.inputMapping })}
            />
            {title}
          </label>
        ))}
      </div>
      {values.mode === 'endpoint' ? (
        <EndpointFields values={values} onChange={onChange} problems={problems} />
      ) : (
        <ArnField values={values} onChange={onChange} problems={problems} />
      )}
    </fieldset>
  );
}

function ArnField({ values, onChange, problems }: TargetFieldsProps) {
  const agent = values.mode === 'agent';
  return (
    <Field
      label={agent ? 'ARN of the state machine' : 'ARN of the function'}
      problem={problems[agent ? 'agentStateMachineArn' : 'toolLambdaArn']}
      hint="It must be among those Rollcall was deployed to call."
    >
      {(attributes) => (
        <input
          {...attributes}
          className="mono"
          placeholder={agent ? 'arn:aws:states:…:stateMachine:…' : 'arn:aws:lambda:…:function:…'}
          value={values.arn}
          onChange={(event) => onChange({ arn: event.target.value })}
        />
      )}
    </Field>
  );
}
