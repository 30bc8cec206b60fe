import { Field } from '../../parts/field.tsx';
import type { TargetFormValues } from './target-form-values.ts';

export interface SectionProps {
  readonly values: TargetFormValues;
  readonly onChange: (patch: Partial<TargetFormValues>) => void;
}

/** Whether and how batches may be submitted. */
export function BatchSection({ values, onChange }: SectionProps) {
  const number = (
    name: 'maxItems' | 'defaultDelayMs' | 'requestsPerMinute',
    label: string,
    hint: string,
    max: number,
  ) => (
    <Field label={label} hint={hint}>
      {(attributes) => (
        <input
          {...attributes}
          type="number"
          min={0}
          max={max}
          value={values[name]}
          onChange={(event) => onChange({ [name]: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <>
      <label className="check">
        <input
          type="checkbox"
          checked={values.batchEnabled}
          onChange={(event) => onChange({ batchEnabled: event.target.checked })}
        />
        <span>
          Batches may be submitted to it, and agents get a <code>batch_</code> tool
        </span>
      </label>
      {values.batchEnabled && (
        <div className="fields">
          {number('maxItems', 'Items of one batch', '1–10,000', 10_000)}
          <Field label={`Items at once: ${values.defaultConcurrency}`} hint="1–20">
            {(attributes) => (
              <input
                {...attributes}
                type="range"
                min={1}
                max={20}
                value={values.defaultConcurrency}
                onChange={(event) => onChange({ defaultConcurrency: event.target.value })}
              />
            )}
          </Field>
          {number('defaultDelayMs', 'Pause between starts, ms', '0–5000', 5000)}
        </div>
      )}
      {values.batchEnabled && (
        <Field label="What models read about the batch tool" hint="Empty: made from the description.">
          {(attributes) => (
            <textarea
              {...attributes}
              rows={2}
              maxLength={1024}
              value={values.toolDescription}
              onChange={(event) => onChange({ toolDescription: event.target.value })}
            />
          )}
        </Field>
      )}
      {number('requestsPerMinute', 'Calls a minute', 'Empty: learned from the headers of answers.', 1_000_000)}
    </>
  );
}
