import type { Preview, ReadOptions } from '../../api/datasets.ts';
import { Field } from '../../parts/field.tsx';

interface Props {
  readonly preview: Preview;
  readonly options: ReadOptions;
  readonly onChange: (options: ReadOptions) => void;
}

/** What each column is: an input of the target, the expected answer, the row's id, or only told along (metadata). */
export function ColumnChoices({ preview, options, onChange }: Props) {
  const names = preview.columns.map(({ name }) => name);
  const expected = preview.columns.find(({ place }) => place === 'expected')?.name ?? '';
  const jsonColumns = options.jsonColumns ?? [];
  const maybeJson =
    preview.format === 'csv' ? preview.columns.filter(({ type }) => type === 'json').map(({ name }) => name) : [];
  const choose = (patch: Partial<ReadOptions>) => onChange({ ...options, ...patch });
  return (
    <div className="stack">
      <div className="fields">
        <Field label="The expected answer is in">
          {(attributes) => (
            <select
              {...attributes}
              value={expected}
              onChange={(event) => choose({ expectedColumn: event.target.value || false })}
            >
              <option value="">no column</option>
              {names.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Rows are known by" hint="Its values must all differ.">
          {(attributes) => (
            <select
              {...attributes}
              value={options.idColumn ?? ''}
              onChange={(event) => choose({ idColumn: event.target.value || undefined })}
            >
              <option value="">position and content</option>
              {names.map((name) => (
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
                  onChange={(event) =>
                    choose({
                      jsonColumns: event.target.checked
                        ? [...jsonColumns, name]
                        : jsonColumns.filter((one) => one !== name),
                    })
                  }
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
