import { Search, X } from 'lucide-react';
import { useRef } from 'react';
import type { Run } from '../../../contracts/api/runs.ts';
import { Menu, MenuItem } from '../../parts/menu.tsx';
import { RunStatusMark, STATUSES } from '../../parts/run-status.tsx';
import { useKeys } from '../../parts/use-keys.ts';
import { useUrlState } from '../../parts/use-url-state.ts';
import { FILTERS, type FilterName, SINCE } from './filter-of.ts';

interface Props {
  readonly runs: readonly Run[];
  readonly datasets: ReadonlyMap<string, string>;
}

/** Which runs are shown: a chip for each filter, and a search. */
export function RunFilters({ runs, datasets }: Props) {
  const [parameters, set] = useUrlState();
  const bar = useRef<HTMLElement>(null);
  const focus = (selector: string) => (event: KeyboardEvent) => {
    event.preventDefault();
    bar.current?.querySelector<HTMLElement>(selector)?.focus();
  };
  useKeys({ '/': focus('input'), f: focus('button') });
  const some = (values: readonly (string | undefined)[]) =>
    [...new Set(values)].flatMap((value) => (value ? [[value, value] as const] : [])).sort();
  const choices: Readonly<Record<FilterName, readonly (readonly [value: string, label: string])[]>> = {
    target: some(runs.map(({ targetName }) => targetName)),
    dataset: [...datasets],
    status: STATUSES.map((status) => [status, status]),
    since: Object.entries(SINCE).map(([value, [label]]) => [value, label]),
    tag: some(runs.flatMap(({ tags }) => tags)),
    experiment: some(runs.map(({ experimentId }) => experimentId)),
  };
  return (
    <search className="chips runs-bar" ref={bar}>
      {Object.entries(FILTERS).map(([name, title]) => {
        const value = parameters.get(name);
        const offered = choices[name as FilterName];
        if (value) {
          return (
            <button
              key={name}
              type="button"
              aria-pressed="true"
              title="Remove this filter"
              onClick={() => set({ [name]: undefined })}
            >
              {title}: {offered.find(([one]) => one === value)?.[1] ?? value} <X />
            </button>
          );
        }
        return (
          offered.length > 0 && (
            <Menu key={name} label={title}>
              {offered.map(([one, label]) => (
                <MenuItem key={one} onChoose={() => set({ [name]: one })}>
                  {name === 'status' ? (
                    <RunStatusMark status={one as Run['status']} />
                  ) : (
                    <span className="menu-text">{label}</span>
                  )}
                </MenuItem>
              ))}
            </Menu>
          )
        );
      })}
      <span className="search">
        <Search />
        <input
          type="search"
          aria-label="Search by name or id"
          placeholder="Search by name or id"
          defaultValue={parameters.get('search') ?? ''}
          onChange={(event) => set({ search: event.target.value })}
        />
      </span>
    </search>
  );
}
