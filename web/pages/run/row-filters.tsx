import { type ReactNode, useRef } from 'react';
import { count } from '../../../core/format.ts';
import { Sign } from '../../parts/sign.tsx';
import { STATES, type State } from '../../parts/states.ts';
import { useKeys } from '../../parts/use-keys.ts';
import { useUrlState } from '../../parts/use-url-state.ts';
import { AddFilter } from './add-filter.tsx';
import { type FilterPart, labelOf } from './filter-parts.ts';

const CHOICES: readonly State[] = ['right', 'wrong', 'succeeded', 'failed', 'skipped'];

interface Props {
  readonly shown: string;
  /** How many rows have each state; one that no row has is not offered. */
  readonly tally: Partial<Readonly<Record<State, number>>>;
  readonly known: readonly FilterPart[];
  /** What else can be done with the table. */
  readonly children: ReactNode;
}

/** What the table shows: chips and a search, kept in the address. */
export function RowFilters({ shown, tally, known, children }: Props) {
  const [parameters, set] = useUrlState();
  const search = useRef<HTMLInputElement>(null);
  const filter = useRef<HTMLInputElement>(null);
  const chosen = parameters.get('show');
  const parts = partsOf(parameters);
  const setParts = (next: readonly string[]) => set({ filter: next.join(','), row: undefined });
  const focus = (field: HTMLInputElement | null) => (event: KeyboardEvent) => {
    event.preventDefault();
    field?.focus();
  };
  useKeys({ '/': (event) => focus(search.current)(event), f: (event) => focus(filter.current)(event) });
  return (
    <search className="chips">
      {CHOICES.filter((state) => tally[state] || chosen === state).map((state) => (
        <button
          key={state}
          type="button"
          aria-pressed={chosen === state}
          onClick={() => set({ show: chosen === state ? undefined : state, filter: undefined, row: undefined })}
        >
          <span style={{ color: STATES[state].colour }}>
            <Sign shape={STATES[state].sign} />
          </span>
          {STATES[state].word} <span className="muted">{count(tally[state] ?? 0)}</span>
        </button>
      ))}
      {parts.map((part) => (
        <button
          key={part}
          type="button"
          aria-pressed="true"
          title="Take this filter away"
          onClick={() => setParts(parts.filter((other) => other !== part))}
        >
          {labelOf(part)} ×
        </button>
      ))}
      <AddFilter ref={filter} known={known} onAdd={(part) => setParts([...new Set([...parts, part])])} />
      <input
        ref={search}
        type="search"
        aria-label="Search in input and answer"
        placeholder="/ search in input and answer"
        defaultValue={parameters.get('search') ?? ''}
        onChange={(event) => set({ search: event.target.value })}
      />
      <div className="line shown">
        <span className="muted tiny" aria-live="polite">
          {shown}
        </span>
        {children}
      </div>
    </search>
  );
}

export const partsOf = (parameters: URLSearchParams): string[] =>
  (parameters.get('filter') ?? '').split(',').filter(Boolean);
