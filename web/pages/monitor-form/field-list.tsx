import type { ReactNode } from 'react';

interface Field {
  readonly id: number;
  readonly name: string;
}

interface Props<F extends Field> {
  /** What the fields are of. */
  readonly of: 'thread' | 'trace';
  readonly fields: readonly F[];
  readonly onChange: (fields: readonly F[]) => void;
  /** What a new field is, before anybody has said. */
  readonly unsaid: Omit<F, 'id' | 'name'>;
  readonly nameLabel: string;
  readonly placeholder: string;
  /** What is chosen for a field, besides its name. */
  readonly choices: (field: F, change: (patch: Partial<F>) => void) => ReactNode;
}

/** Ids tell the fields of a form apart, of both lists together. */
const FIRST_ID = { trace: 100, thread: 200 };

/** Fields with a name each, that can be added and removed. */
export function FieldList<F extends Field>({
  of,
  fields,
  onChange,
  unsaid,
  nameLabel,
  placeholder,
  choices,
}: Props<F>) {
  const add = () => {
    const id = Math.max(FIRST_ID[of] - 1, ...fields.map((field) => field.id)) + 1;
    onChange([...fields, { ...unsaid, id, name: '' } as F]);
  };
  return (
    <fieldset>
      <legend>Fields of the {of}</legend>
      {fields.map((field) => {
        const change = (patch: Partial<F>) =>
          onChange(fields.map((one) => (one.id === field.id ? { ...one, ...patch } : one)));
        return (
          <div key={field.id} className="mapped-field">
            <input
              aria-label={nameLabel}
              placeholder={placeholder}
              value={field.name}
              onChange={(event) => change({ name: event.target.value } as Partial<F>)}
            />
            {choices(field, change)}
            <button type="button" onClick={() => onChange(fields.filter((one) => one.id !== field.id))}>
              Remove<span className="hidden-text"> {field.name || 'the field'}</span>
            </button>
          </div>
        );
      })}
      <div>
        <button type="button" onClick={add}>
          Add a field of the {of}
        </button>
      </div>
    </fieldset>
  );
}
