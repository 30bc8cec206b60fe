import { isObject, parseJson } from '../../../core/json.ts';
import type { RunValues } from './run-values.ts';

interface Props {
  readonly chosen: RunValues['threadFields'];
  readonly onChange: (threadFields: RunValues['threadFields']) => void;
  /** The first row as it is imported. */
  readonly root?: Readonly<Record<string, unknown>>;
  readonly problem?: string;
}

/** Columns that hold conversations, and what of each turn is kept. Where no column looks like one, nothing is asked. */
export function ThreadsStep({ chosen, onChange, root, problem }: Props) {
  const columns = Object.entries({
    ...(isObject(root?.metadata) ? root.metadata : {}),
    ...(isObject(root?.input) ? root.input : {}),
  }).map(([name, cell]) => ({ name, turns: turnsOf(cell) }));
  const offered = columns.filter(({ name, turns }) => turns || chosen[name]);
  if (offered.length === 0) return null;
  const toggle = (name: string) => {
    const { [name]: before, ...others } = chosen;
    onChange(before ? others : { ...others, [name]: [] });
  };
  return (
    <>
      {offered.map(({ name, turns }) => (
        <fieldset key={name} className="thread-field">
          <legend className="hidden-text">{name}</legend>
          <label className="check">
            <input type="checkbox" checked={chosen[name] !== undefined} onChange={() => toggle(name)} />
            <b>{name}</b>{' '}
            <span className="muted">is a conversation{turns && ` of ${turns.length} turns in the first row`}</span>
          </label>
          {chosen[name] && (
            <Fields
              all={[...new Set([...fieldsOf(turns ?? []), ...chosen[name]])]}
              chosen={chosen[name]}
              onChange={(fields) => onChange({ ...chosen, [name]: fields })}
            />
          )}
        </fieldset>
      ))}
      {problem && <p className="problem">{problem}</p>}
    </>
  );
}

interface FieldsProps {
  readonly all: readonly string[];
  readonly chosen: readonly string[];
  readonly onChange: (fields: readonly string[]) => void;
}

function Fields({ all, chosen, onChange }: FieldsProps) {
  return (
    <div className="choices">
      <span className="muted tiny">{chosen.length === 0 ? 'Whole turns are kept, or only:' : 'Of each turn:'}</span>
      {all.map((field) => (
        <label key={field}>
          <input
            type="checkbox"
            checked={chosen.includes(field)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, field] : chosen.filter((other) => other !== field))
            }
          />
          {field}
        </label>
      ))}
    </div>
  );
}

/** A list of objects, or its JSON; undefined for anything else. */
export function turnsOf(cell: unknown): unknown[] | undefined {
  const value = typeof cell === 'string' && cell.trimStart().startsWith('[') ? parseJson(cell) : cell;
  return Array.isArray(value) && value.length > 0 && value.every(isObject) ? value : undefined;
}

const fieldsOf = (turns: readonly unknown[]): string[] => [...new Set(turns.filter(isObject).flatMap(Object.keys))];
