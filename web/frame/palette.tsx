import * as Autocomplete from 'base-ui/autocomplete';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { Dialog } from '../parts/dialog.tsx';
import './palette.css';
import { type Choice, matching, useChoices } from './palette-choices.ts';

interface Props {
  readonly sections: readonly (readonly [path: string, title: string])[];
  readonly onClose: () => void;
}

/** Type a few letters of where to go. */
export function Palette({ sections, onClose }: Props) {
  const [typed, setTyped] = useState('');
  const [, go] = useLocation();
  const choices = matching(useChoices(sections), typed);
  const take = (choice: Choice) => {
    onClose();
    go(choice.path);
  };
  return (
    <Dialog title="Go to" className="palette" onClose={onClose}>
      <Autocomplete.Root
        inline
        open
        autoHighlight="always"
        mode="none"
        items={choices}
        itemToStringValue={({ title }) => title}
        value={typed}
        onValueChange={(value, { reason }) => reason !== 'item-press' && setTyped(value)}
      >
        <Autocomplete.Input aria-label="Where to" placeholder="Go to a page, run, dataset or target" />
        <Autocomplete.Empty className="muted">{choices.length === 0 && 'Nothing has this name.'}</Autocomplete.Empty>
        <Autocomplete.List aria-label="Places">
          {(choice: Choice) => (
            <Autocomplete.Item
              key={`${choice.kind} ${choice.path}`}
              value={choice}
              className="menu-item"
              onClick={() => take(choice)}
            >
              <span className="muted tiny">{choice.kind}</span>
              <span className="title">{choice.title}</span>
              <span className="muted tiny">{choice.about}</span>
            </Autocomplete.Item>
          )}
        </Autocomplete.List>
      </Autocomplete.Root>
    </Dialog>
  );
}
