import * as Autocomplete from 'base-ui/autocomplete';
import { type KeyboardEvent, type Ref, useState } from 'react';
import { type FilterPart, partOf } from './filter-parts.ts';

interface Props {
  readonly known: readonly FilterPart[];
  readonly onAdd: (part: string) => void;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A filter that is typed or chosen; what this run has is offered. */
export function AddFilter({ known, onAdd, ref }: Props) {
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const take = (text: string) => {
    const part = partOf(text, known);
    if (part === undefined) return;
    onAdd(part);
    setTyped('');
    setOpen(false);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') take(typed);
    if (event.key === 'Escape' && !isOpen) event.currentTarget.blur();
  };
  return (
    <Autocomplete.Root
      items={known}
      itemToStringValue={({ label }) => label}
      openOnInputClick
      open={isOpen}
      onOpenChange={setOpen}
      value={typed}
      onValueChange={(value, { reason }) => (reason === 'item-press' ? take(value) : setTyped(value))}
    >
      <Autocomplete.Input
        ref={ref}
        className="add-filter"
        aria-label="Add a filter"
        placeholder="Add a filter"
        onKeyDown={press}
      />
      <Autocomplete.Portal>
        <Autocomplete.Positioner className="layer" sideOffset={4} align="start">
          <Autocomplete.Popup className="menu">
            <Autocomplete.List>
              {(one: FilterPart) => (
                <Autocomplete.Item key={one.part} value={one} className="menu-item">
                  {one.label}
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
            <Autocomplete.Empty className="muted tiny">Or type a time: slower than 3 s</Autocomplete.Empty>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  );
}
