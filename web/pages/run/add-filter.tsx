import { type KeyboardEvent, type Ref, useId, useState } from 'react';
import { type FilterPart, partOf } from './filter-parts.ts';

interface Props {
  readonly known: readonly FilterPart[];
  readonly onAdd: (part: string) => void;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A filter that is typed; what this run has is offered. */
export function AddFilter({ known, onAdd, ref }: Props) {
  const [typed, setTyped] = useState('');
  const list = useId();
  const take = (text: string): boolean => {
    const part = partOf(text, known);
    if (part) onAdd(part);
    setTyped(part ? '' : text);
    return part !== undefined;
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') take(typed);
    if (event.key === 'Escape') event.currentTarget.blur();
  };
  return (
    <>
      <input
        ref={ref}
        list={list}
        className="add-filter"
        aria-label="Add a filter"
        placeholder="+ filter"
        value={typed}
        // A choice from the list comes as a change to exactly its text.
        onChange={({ target }) =>
          known.some(({ label }) => label === target.value) ? take(target.value) : setTyped(target.value)
        }
        onKeyDown={press}
      />
      <datalist id={list}>
        {known.map(({ part, label }) => (
          <option key={part} value={label} />
        ))}
      </datalist>
    </>
  );
}
