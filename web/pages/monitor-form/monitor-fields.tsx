import type { HTMLInputTypeAttribute } from 'react';
import { parseJson } from '../../../core/json.ts';
import { Field } from '../../parts/field.tsx';
import type { MonitorValues } from './form-values.ts';

interface Props {
  readonly values: MonitorValues;
  readonly onChange: (patch: Partial<MonitorValues>) => void;
}

type TextName = 'filter' | 'sampling' | 'settleSeconds' | 'maxTurns' | 'alarmBelow' | 'alarmMinutes';

/** What is evaluated when, and by what. */
export function MonitorFields({ values, onChange }: Props) {
  const text = (name: TextName, label: string, hint: string, type: HTMLInputTypeAttribute = 'number') => (
    <Field label={label} hint={hint}>
      {(attributes) => (
        <input
          {...attributes}
          type={type}
          value={values[name]}
          onChange={(event) => onChange({ [name]: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <>
      <Field
        label="Evaluators (JSON)"
        problem={parseJson(values.evaluators) === undefined ? 'This is not JSON.' : undefined}
        hint="As in a run; expressions find each mapped field by its name. A judge receives { rubric, scale, data }."
      >
        {(attributes) => (
          <textarea
            {...attributes}
            rows={8}
            spellCheck={false}
            value={values.evaluators}
            onChange={(event) => onChange({ evaluators: event.target.value })}
          />
        )}
      </Field>
      {text('filter', 'Only where (JSONata)', 'Such as metadata.channel = "chat". Empty: everything', 'text')}
      <div className="fields">
        {text('sampling', 'Share that is looked at (%)', 'Judges cost money: 10 may be enough')}
        {values.level === 'thread' &&
          text('settleSeconds', 'Quiet for (seconds)', 'Then a conversation is evaluated, and each time again')}
        {values.isThreadMapping && text('maxTurns', 'Newest turns', 'More of a conversation are not read')}
        {text('alarmBelow', 'Alarm when less pass than (%)', 'Empty: no alarm')}
        {values.alarmBelow.trim() !== '' && text('alarmMinutes', 'within (minutes)', 'Up to 1440')}
      </div>
    </>
  );
}
