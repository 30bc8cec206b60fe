import type { DatasetPreview } from '../../../contracts/api/datasets.ts';
import type { ReadOptions } from '../../api/datasets.ts';
import { Field } from '../../parts/field.tsx';

interface Props {
  readonly preview: DatasetPreview;
  readonly options: ReadOptions;
  readonly onChange: (options: ReadOptions) => void;
}

/** What rows are known by, and which cells of a table hold JSON. */
export function ColumnChoices({ preview, options, onChange }: Props) {
  const jsonColumns = options.jsonColumns ?? [];
  const mayBeJson = ({ name, type }: DatasetPreview['columns'][number]) =>
    type === 'json' || type === 'object' || type === 'array' || jsonColumns.includes(name);
  const maybeJson = preview.format === 'csv' ? preview.columns.filter(mayBeJson).map(({ name }) => name) : [];
  return (
    <div className="stack">
      <div className="fields form">
        <Field
          label="Rows are known by"
          hint={
            options.idColumn
              ? 'Its values must all differ.'
              : 'A column of ids of your own, if there is one: runs over other versions of the file can then be compared.'
          }
        >
          {(attributes) => (
            <select
              {...attributes}
              value={options.idColumn ?? ''}
              onChange={(event) => onChange({ ...options, idColumn: event.target.value || undefined })}
            >
              <option value="">position and content</option>
              {preview.columns.map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          )}
        </Field>
      </div>
      {maybeJson.length > 0 && (
        <fieldset>
          <legend>Cells that hold JSON</legend>
          <div className="choices">
            {maybeJson.map((name) => (
              <label key={name}>
                <input
                  type="checkbox"
                  checked={jsonColumns.includes(name)}
                  onChange={(event) => {
                    const others = jsonColumns.filter((one) => one !== name);
                    onChange({ ...options, jsonColumns: event.target.checked ? [...others, name] : others });
                  }}
                />
                {name}
              </label>
            ))}
          </div>
        </fieldset>
      )}
    </div>
  );
}
