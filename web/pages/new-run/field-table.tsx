import { Sign } from '../../parts/sign.tsx';
import type { FieldPair } from './field-mapping.ts';

interface Props {
  readonly pairs: readonly FieldPair[];
  readonly sources: readonly string[];
  readonly required: readonly string[];
  readonly onChange: (pairs: readonly FieldPair[]) => void;
  readonly onAuto: () => void;
}

/** Which column feeds which field of what is sent. */
export function FieldTable({ pairs, sources, required, onChange, onAuto }: Props) {
  const set = (at: number, patch: Partial<FieldPair>) =>
    onChange(pairs.map((pair, index) => (index === at ? { ...pair, ...patch } : pair)));
  const lines = pairs.map((pair, at) => ({ pair, at }));
  return (
    <div className="stack tight">
      <table className="narrow field-table">
        <thead>
          <tr>
            <th scope="col">Field the target gets</th>
            <th scope="col">Column that feeds it</th>
            <th scope="col">
              <span className="hidden-text">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ pair: { field, from }, at }) => (
            <tr key={at}>
              <td>
                <input
                  aria-label={`Field ${at + 1}`}
                  value={field}
                  onChange={(event) => set(at, { field: event.target.value })}
                />
              </td>
              <td>
                <select
                  aria-label={`Column of ${field || `field ${at + 1}`}`}
                  value={from}
                  onChange={(event) => set(at, { from: event.target.value })}
                >
                  <option value="">{required.includes(field) ? 'none yet: it is required' : 'none: left out'}</option>
                  {[...new Set([...(from ? [from] : []), ...sources])].map((source) => (
                    <option key={source}>{source}</option>
                  ))}
                </select>
              </td>
              <td>
                <button
                  type="button"
                  className="plain"
                  aria-label={`Remove ${field}`}
                  onClick={() => onChange(pairs.filter((_, index) => index !== at))}
                >
                  <Sign shape="cross" />
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="line">
        <button type="button" onClick={() => onChange([...pairs, { field: '', from: '' }])}>
          Add a field
        </button>
        <button type="button" disabled={sources.length === 0} onClick={onAuto}>
          Map by name
        </button>
      </div>
    </div>
  );
}
