import type { TraceSource } from '../../../contracts/thread-mapping.ts';
import { FieldList } from './field-list.tsx';
import type { TraceField } from './form-values.ts';
import { HAS_PARTS, SOURCE_NAMES, SOURCES } from './sources.ts';

interface Props {
  readonly fields: readonly TraceField[];
  readonly onChange: (fields: readonly TraceField[]) => void;
}

/** Fields of the current trace; at thread level, of the newest one. */
export const TraceFields = ({ fields, onChange }: Props) => (
  <FieldList
    of="trace"
    fields={fields}
    onChange={onChange}
    unsaid={{ source: 'input', key: '', subkey: '' }}
    nameLabel="Name of the field"
    placeholder="question"
    choices={({ name, source, key, subkey }, change) => (
      <>
        <select
          aria-label={`What ${name || 'the field'} is`}
          value={source}
          onChange={(event) => change({ source: event.target.value as TraceSource })}
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
              onChange={(event) => change({ key: event.target.value })}
            />
            <input
              aria-label={`Which part of that part of ${source}`}
              placeholder="subkey"
              value={subkey}
              onChange={(event) => change({ subkey: event.target.value })}
            />
          </>
        )}
      </>
    )}
  />
);
