import { useRef } from 'react';
import { Sign } from '../../parts/sign.tsx';
import { STATES, type State } from '../../parts/states.ts';
import { useKeys } from '../../parts/use-keys.ts';
import { useUrlState } from '../../parts/use-url-state.ts';

const CHOICES: readonly State[] = ['right', 'wrong', 'succeeded', 'failed', 'skipped'];

interface Props {
  readonly shown: string;
  /** States no row can have here are not offered. */
  readonly states: readonly State[];
}

/** What the table shows: chips and a search, kept in the address. */
export function RowFilters({ shown, states }: Props) {
  const [parameters, set] = useUrlState();
  const search = useRef<HTMLInputElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  const chosen = parameters.get('show');
  const error = parameters.get('error');
  useKeys({
    '/': (event) => {
      event.preventDefault();
      search.current?.focus();
    },
    f: () => first.current?.focus(),
  });
  return (
    <search className="chips">
      {CHOICES.filter((state) => states.includes(state) || chosen === state).map((state, index) => (
        <button
          key={state}
          ref={index === 0 ? first : undefined}
          type="button"
          aria-pressed={chosen === state}
          onClick={() => set({ show: chosen === state ? undefined : state, error: undefined, row: undefined })}
        >
          <span style={{ color: STATES[state].colour }}>
            <Sign shape={STATES[state].sign} />
          </span>
          {STATES[state].word}
        </button>
      ))}
      {error && (
        <button type="button" aria-pressed="true" onClick={() => set({ error: undefined })}>
          {error} ×
        </button>
      )}
      <input
        ref={search}
        type="search"
        aria-label="Search in input and answer"
        placeholder="/ search in input and answer"
        defaultValue={parameters.get('search') ?? ''}
        onChange={(event) => set({ search: event.target.value })}
      />
      <span className="muted tiny shown" aria-live="polite">
        {shown}
      </span>
    </search>
  );
}
