import type { TraceSource } from '../../../contracts/thread-mapping.ts';
import { Menu, MenuCheck } from '../../parts/menu.tsx';
import { FieldList } from './field-list.tsx';
import type { ThreadField } from './form-values.ts';
import { SOURCE_NAMES, SOURCES } from './sources.ts';

interface Props {
  readonly fields: readonly ThreadField[];
  readonly onChange: (fields: readonly ThreadField[]) => void;
}

/** Fields of the whole conversation. Where a trace has a field of the same name, these win. */
export const ThreadFields = ({ fields, onChange }: Props) => (
  <FieldList
    of="thread"
    fields={fields}
    onChange={onChange}
    unsaid={{ source: '', selectedFields: [] }}
    nameLabel="Name of the field of the thread"
    placeholder="messages"
    choices={({ name, source, selectedFields }, change) => (
      <>
        <select
          aria-label={`What ${name || 'the field'} is`}
          value={source}
          onChange={(event) => change({ source: event.target.value as ThreadField['source'] })}
        >
          <option value="">choose …</option>
          <option value="thread_id">thread_id: the id of the thread</option>
          <option value="traces">traces: all its turns</option>
        </select>
        {source === 'traces' && (
          <FieldPicker
            of={name || 'the field'}
            selected={selectedFields}
            onChange={(next) => change({ selectedFields: next })}
          />
        )}
      </>
    )}
  />
);

interface PickerProps {
  readonly of: string;
  readonly selected: readonly TraceSource[];
  readonly onChange: (selected: readonly TraceSource[]) => void;
}

/** Which fields of each turn, in the order they are ticked. */
function FieldPicker({ of, selected, onChange }: PickerProps) {
  const label = selected.length === 0 ? 'trace_id, input, output' : selected.join(', ');
  const turn = (field: TraceSource) =>
    onChange(selected.includes(field) ? selected.filter((one) => one !== field) : [...selected, field]);
  return (
    <Menu label={label} title={`Fields of each turn in ${of}`}>
      {SOURCE_NAMES.map((field) => (
        <MenuCheck key={field} checked={selected.includes(field)} onToggle={() => turn(field)}>
          {field} <span className="muted tiny">{SOURCES[field]}</span>
        </MenuCheck>
      ))}
    </Menu>
  );
}
