import { Link } from 'wouter';
import type { RunDetail } from '../../../contracts/api/runs.ts';
import { count, milliseconds, percent, totalCost } from '../../../core/format.ts';
import { Scrolled } from '../../parts/scrolled.tsx';

/** Of a target that answers for several models at once: how each of them did. */
export function Models({ run: { evaluationId, summary } }: { readonly run: RunDetail }) {
  if (!summary?.variants) return null;
  return (
    <section className="card stack tight" aria-label="Models">
      <Scrolled way="across" label="Figures of the models">
        <table className="narrow">
          <thead>
            <tr>
              <th scope="col">Model</th>
              {['Passed', 'Answers', 'Errors', 'Average time', 'Cost'].map((title) => (
                <th key={title} scope="col" className="number">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {summary.variants.map((model) => (
              <tr key={model.name}>
                <td>{model.name}</td>
                <td className="number">{percent(model.compared === 0 ? undefined : model.passed / model.compared)}</td>
                <td className="number">{count(model.rows)}</td>
                <td className="number">{count(model.failed)}</td>
                <td className="number">{milliseconds(model.latencyMeanMs)}</td>
                <td className="number">{totalCost(model)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
      <div>
        <Link className="button" href={`/experiments/${encodeURIComponent(evaluationId)}`}>
          Compare the models row by row
        </Link>
      </div>
    </section>
  );
}
