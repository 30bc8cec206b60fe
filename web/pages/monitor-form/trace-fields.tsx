import type { TraceSource } from '../../../contracts/thread-mapping.ts';
import type { TraceField } from './form-values.ts';
import { HAS_PARTS, SOURCE_NAMES, SOURCES } from './sources.ts';

interface Props {
  readonly fields: readonly TraceField[];
  readonly onChange: (fields: readonly TraceField[]) => void;
}

/** Fields of the current trace; at thread level, of the newest one. */
export function TraceFields({ fields, onChange }: Props) {
  const change = (id: number, patch: Partial<TraceField>) =>
    onChange(fields.map((field) => (field.id === id ? { ...field, ...patch } : field)));
  const add = () => {
    const id = Math.max(99, ...fields.map((field) => field.id)) + 1;
    onChange([...fields, { id, name: '', source: 'input', key: '', subkey: '' }]);
  };
  return (
    <fieldset>
      <legend>Fields of the trace</legend>
      {fields.map(({ id, name, source, key, subkey }) => (
        <div key={id} className="mapped-field">
          <input
            aria-label="Name of the field"
            placeholder="question"
            value={name}
            onChange={(event) => change(id, { name: event.target.value })}
          />
          <select
            aria-label={`What ${name || 'the field'} is`}
            value={source}
            onChange={(event) => change(id, { source: event.target.value as TraceSource })}
          >
            {SOURCE_NAMES.map((one) => (
              <option key={one} value={one}>
                {one}: {SOURCES[one]}
              </option>
            ))}
          </select>
          {HAS_PARTS.includes(source) && (
            <>
              <input
                aria-label={`Which part of ${source}`}
                placeholder="key"
                value={key}
                onChange={(event) => change(id, { key: event.target.value })}
              />
              <input
                aria-label={`Which part of that part of ${source}`}
                placeholder="subkey"
                value={subkey}
                onChange={(event) => change(id, { subkey: event.target.value })}
              />
            </>
          )}
          <button type="button" onClick={() => onChange(fields.filter((field) => field.id !== id))}>
            Remove<span className="hidden-text"> {name || 'the field'}</span>
          </button>
        </div>
      ))}
      <div>
        <button type="button" onClick={add}>
          Add a field of the trace
        </button>
      </div>
    </fieldset>
  );
}
