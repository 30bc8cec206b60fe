import type { RunCharts } from '../../../contracts/api/run-charts.ts';
import { count, percent } from '../../../core/format.ts';
import { useUrlState } from '../../parts/use-url-state.ts';

/** The pass rate of each value of a metadata column; a value filters the rows. */
export function Segments({ segments }: { readonly segments: RunCharts['segments'] }) {
  const [parameters, set] = useUrlState();
  const chosen = segments.find(({ column }) => column === parameters.get('by')) ?? segments[0];
  if (!chosen) return null;
  const { column, values } = chosen;
  return (
    <figure className="chart segment-rates">
      <figcaption className="line">
        <span>Pass rate by{segments.length === 1 && ` ${column}`}</span>
        {segments.length > 1 && (
          <select aria-label="Metadata column" value={column} onChange={(event) => set({ by: event.target.value })}>
            {segments.map((one) => (
              <option key={one.column}>{one.column}</option>
            ))}
          </select>
        )}
      </figcaption>
      <table aria-label={`Pass rate by ${column}`}>
        <tbody>
          {values.map(({ value, rows, compared, passed }) => (
            <tr key={value}>
              <th scope="row">
                <button
                  type="button"
                  className="plain"
                  title="Show these rows"
                  onClick={() => set({ filter: segmentFilter(column, value), show: undefined, row: undefined })}
                >
                  {value || '(empty)'}
                </button>
              </th>
              <td className="meter" aria-hidden="true">
                <i style={{ width: `${compared === 0 ? 0 : (passed / compared) * 100}%` }} />
              </td>
              <td className="number">{percent(compared === 0 ? undefined : passed / compared)}</td>
              <td className="number muted">
                {compared === 0 ? count(rows) : `${count(passed)} of ${count(compared)}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

/** As the API reads it: neither a comma nor a colon ends a value. */
const segmentFilter = (column: string, value: string): string =>
  `segment:${[column, value].map(encodeURIComponent).join('=')}`;
