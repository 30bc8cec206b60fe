import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import './palette.css';
import { type Choice, matching, useChoices } from './palette-choices.ts';

interface Props {
  readonly sections: readonly (readonly [string, string])[];
  readonly onClose: () => void;
}

/** Type a few letters of where to go. */
export function Palette({ sections, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const [, go] = useLocation();
  const id = useId();
  const choices = matching(useChoices(sections), typed);
  useEffect(() => dialog.current?.showModal(), []);
  const take = (choice: Choice | undefined) => {
    if (!choice) return;
    onClose();
    go(choice.path);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setAt((before) => (before + step + choices.length) % Math.max(1, choices.length));
    }
    if (event.key === 'Enter') take(choices[at]);
  };
  return (
    <dialog ref={dialog} className="palette" aria-label="Go to" onClose={onClose}>
      <input
        type="text"
        role="combobox"
        aria-label="Where to"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={choices[at] && `${id}-${at}`}
        placeholder="Go to a page, run, dataset or target"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setAt(0);
        }}
        onKeyDown={press}
      />
      <div id={id} role="listbox" aria-label="Places">
        {choices.map((choice, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the keys are those of the field above
          <div
            key={`${choice.kind} ${choice.path}`}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            onClick={() => take(choice)}
          >
            <span className="muted tiny">{choice.kind}</span>
            <span className="title">{choice.title}</span>
            <span className="muted tiny">{choice.about}</span>
          </div>
        ))}
      </div>
      {choices.length === 0 && <p className="muted">Nothing is called that.</p>}
    </dialog>
  );
}
