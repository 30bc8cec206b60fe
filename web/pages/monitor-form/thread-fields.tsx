import type { TraceSource } from '../../../contracts/thread-mapping.ts';
import { Menu } from '../../parts/menu.tsx';
import type { ThreadField } from './form-values.ts';
import { SOURCE_NAMES, SOURCES } from './sources.ts';

interface Props {
  readonly fields: readonly ThreadField[];
  readonly onChange: (fields: readonly ThreadField[]) => void;
}

/** Fields of the whole conversation. Where a trace has a field of the same name, these win. */
export function ThreadFields({ fields, onChange }: Props) {
  const change = (id: number, patch: Partial<ThreadField>) =>
    onChange(fields.map((field) => (field.id === id ? { ...field, ...patch } : field)));
  const add = () => {
    const id = Math.max(199, ...fields.map((field) => field.id)) + 1;
    onChange([...fields, { id, name: '', source: '', selectedFields: [] }]);
  };
  return (
    <fieldset>
      <legend>Fields of the thread</legend>
      {fields.map(({ id, name, source, selectedFields }) => (
        <div key={id} className="mapped-field">
          <input
            aria-label="Name of the field of the thread"
            placeholder="messages"
            value={name}
            onChange={(event) => change(id, { name: event.target.value })}
          />
          <select
            aria-label={`What ${name || 'the field'} is`}
            value={source}
            onChange={(event) => change(id, { source: event.target.value as ThreadField['source'] })}
          >
            <option value="">choose …</option>
            <option value="thread_id">thread_id: the id of the thread</option>
            <option value="traces">traces: all its turns</option>
          </select>
          {source === 'traces' && (
            <FieldPicker
              of={name || 'the field'}
              selected={selectedFields}
              onChange={(next) => change(id, { selectedFields: next })}
            />
          )}
          <button type="button" onClick={() => onChange(fields.filter((field) => field.id !== id))}>
            Remove<span className="hidden-text"> {name || 'the field'}</span>
          </button>
        </div>
      ))}
      <div>
        <button type="button" onClick={add}>
          Add a field of the thread
        </button>
      </div>
    </fieldset>
  );
}

interface PickerProps {
  readonly of: string;
  readonly selected: readonly TraceSource[];
  readonly onChange: (selected: readonly TraceSource[]) => void;
}

/** Which fields of each turn, in the order they are ticked. The list is a popover: no edge of the page clips it. */
function FieldPicker({ of, selected, onChange }: PickerProps) {
  const label = selected.length === 0 ? 'trace_id, input, output' : selected.join(', ');
  const turn = (field: TraceSource) =>
    onChange(selected.includes(field) ? selected.filter((one) => one !== field) : [...selected, field]);
  return (
    <Menu label={label}>
      <fieldset className="field-picker">
        <legend className="hidden-text">Fields of each turn in {of}</legend>
        {SOURCE_NAMES.map((field) => (
          <label key={field} className="check">
            <input type="checkbox" checked={selected.includes(field)} onChange={() => turn(field)} />
            {field} <span className="muted tiny">{SOURCES[field]}</span>
          </label>
        ))}
      </fieldset>
    </Menu>
  );
}
