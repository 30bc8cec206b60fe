import { Link } from 'wouter';
import { milliseconds, percent } from '../../../core/format.ts';
import { Ago } from '../../parts/ago.tsx';
import { Delta } from '../../parts/delta.tsx';
import { ratesOf } from '../../parts/run-series.ts';
import { Sparkline } from '../../parts/sparkline.tsx';
import { lastChange, type SeriesProps } from './last-change.ts';
import { Panel } from './panel.tsx';

const MOST_TARGETS = 15;

/** Each target over the dataset it ran last. */
export function Targets({ series, changes, datasetName }: SeriesProps) {
  return (
    <Panel title="Targets" href="/runs" more="All runs">
      <table className="home-targets">
        <thead>
          <tr>
            <th scope="col">Target</th>
            <th scope="col">Trend</th>
            <th scope="col" className="number">
              Passed
            </th>
            <th scope="col" className="number">
              Change
            </th>
            <th scope="col" className="number">
              p95
            </th>
            <th scope="col">Last run</th>
          </tr>
        </thead>
        <tbody>
          {series.slice(0, MOST_TARGETS).map((one) => {
            const [newest] = one.runs;
            const change = lastChange(one, changes);
            const rates = ratesOf(one.runs);
            return (
              <tr key={one.key}>
                <td>
                  <Link
                    className="home-name"
                    href={`/runs?${new URLSearchParams({ target: one.targetName, dataset: one.datasetId })}`}
                  >
                    {one.targetName}
                  </Link>{' '}
                  <span className="muted tiny">{datasetName(one.datasetId)}</span>
                </td>
                <td>
                  <Sparkline rates={rates} />
                </td>
                <td className="number">{percent(rates.at(-1))}</td>
                <td className="number">{change && <Delta difference={change.difference} />}</td>
                <td className="number">{milliseconds(one.runs.find(({ p95Ms }) => p95Ms !== undefined)?.p95Ms)}</td>
                <td>{newest && <Ago time={newest.startedAt} />}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Panel>
  );
}
