import { parseJson } from '../../../core/json.ts';
import { Field } from '../../parts/field.tsx';
import { MappingEditor } from '../../parts/target-form/mapping-editor.tsx';
import { TargetFields } from '../../parts/target-form/target-fields.tsx';
import { BatchSection, type SectionProps } from './batch-section.tsx';
import { BulkSection } from './bulk-section.tsx';

interface Props extends SectionProps {
  readonly isNew: boolean;
}

/** What an expression sees of an item. */
const ROOT = { sample_id: '0', row_index: 0, input: { id: '1', text: 'an item as it is submitted' } };

export function TargetEditor({ values, onChange, isNew }: Props) {
  const slug = (name: 'integration' | 'action', label: string, placeholder: string) => (
    <Field label={label} problem={slugProblem(values[name])}>
      {(attributes) => (
        <input
          {...attributes}
          placeholder={placeholder}
          disabled={!isNew}
          value={values[name]}
          onChange={(event) => onChange({ [name]: event.target.value })}
        />
      )}
    </Field>
  );
  return (
    <div className="stack">
      <div className="fields">
        {slug('integration', 'Integration', 'crm')}
        {slug('action', 'Action', 'update_record')}
      </div>
      <Field label="What it does, for people and models">
        {(attributes) => (
          <input
            {...attributes}
            maxLength={1024}
            value={values.description}
            onChange={(event) => onChange({ description: event.target.value })}
          />
        )}
      </Field>
      <TargetFields
        values={values.target}
        onChange={(patch) => onChange({ target: { ...values.target, ...patch } })}
        problems={{}}
      />
      <details>
        <summary>What is sent, and what of the answer is taken</summary>
        <div className="stack details-body">
          <MappingEditor
            label="Expression (JSONata)"
            hint="Empty: the input as it is."
            rootTitle="What it sees"
            root={ROOT}
            value={values.target.inputMapping}
            onChange={(inputMapping) => onChange({ target: { ...values.target, inputMapping } })}
            otherwise={ROOT.input}
          />
          <Field label="The answer, of what comes back (JSONata)" hint="Empty: found where answers usually are.">
            {(attributes) => (
              <input
                {...attributes}
                className="mono"
                value={values.target.outputMapping}
                onChange={(event) => onChange({ target: { ...values.target, outputMapping: event.target.value } })}
              />
            )}
          </Field>
        </div>
      </details>
      <Field
        label="JSON Schema of an item’s input"
        problem={parseJson(values.inputSchema) === undefined ? 'This is not JSON.' : undefined}
        hint="Every item of a batch is checked by it before anything is called."
      >
        {(attributes) => (
          <textarea
            {...attributes}
            rows={8}
            spellCheck={false}
            value={values.inputSchema}
            onChange={(event) => onChange({ inputSchema: event.target.value })}
          />
        )}
      </Field>
      <fieldset>
        <legend>Batches</legend>
        <BatchSection values={values} onChange={onChange} />
      </fieldset>
      {values.target.mode === 'endpoint' && (
        <fieldset>
          <legend>Bulk route</legend>
          <BulkSection values={values} onChange={onChange} />
        </fieldset>
      )}
    </div>
  );
}

const slugProblem = (text: string): string | undefined =>
  text === '' || /^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/.test(text.trim())
    ? undefined
    : 'Up to 40 letters, digits, “-” and “_”.';
