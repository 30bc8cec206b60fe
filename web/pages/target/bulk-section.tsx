import { Field } from '../../parts/field.tsx';
import type { SectionProps } from './batch-section.tsx';
import type { BulkValues } from './target-form-values.ts';

/** Many items in one call, where the API has a route for it. */
export function BulkSection({ values, onChange }: SectionProps) {
  const { bulkValues } = values;
  const set = (patch: Partial<BulkValues>) => onChange({ bulkValues: { ...bulkValues, ...patch } });
  const input = (name: keyof BulkValues, label: string, hint?: string, type = 'text') => (
    <Field label={label} hint={hint}>
      {(attributes) => (
        <input
          {...attributes}
          type={type}
          value={bulkValues[name]}
          onChange={(event) => set({ [name]: event.target.value })}
        />
      )}
    </Field>
  );
  const choice = (name: keyof BulkValues, label: string, choices: readonly string[]) => (
    <Field label={label}>
      {(attributes) => (
        <select {...attributes} value={bulkValues[name]} onChange={(event) => set({ [name]: event.target.value })}>
          {choices.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      )}
    </Field>
  );
  return (
    <>
      <label className="check">
        <input type="checkbox" checked={values.bulk} onChange={(event) => onChange({ bulk: event.target.checked })} />
        The API takes many items in one call
      </label>
      {values.bulk && (
        <div className="fields">
          {input('endpoint', 'Bulk address', 'A URL, or a path on the endpoint’s origin')}
          {choice('httpMethod', 'Method', ['POST', 'PUT', 'PATCH', 'DELETE'])}
          {choice('payloadTransform', 'Items are sent as', ['array', 'csv', 'ndjson'])}
          {input('wrapperKey', 'Wrapper key', 'Such as records: { "records": [ … ] }')}
          {input('maxItemsPerCall', 'Items of one call', '1–10,000', 'number')}
          {input('itemsPath', 'Where answers are', 'Such as results; empty: found')}
          {input('itemIdField', 'Field with the item’s id', 'Empty: by position')}
          {input('successField', 'Field that says it worked')}
          {input('errorField', 'Field with the error')}
          {input('outputField', 'Field with the answer', 'Empty: the whole item')}
        </div>
      )}
    </>
  );
}
