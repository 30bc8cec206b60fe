import type { RunDetail } from '../../../contracts/api/runs.ts';
import { count, percent, plural } from '../../../core/format.ts';
import { type Scales, scalesOf, scoreText } from '../../../core/scoring/own-scale.ts';
import { Scrolled } from '../../parts/scrolled.tsx';
import { useUrlState } from '../../parts/use-url-state.ts';
import { Trials } from './trials.tsx';

type Summary = NonNullable<RunDetail['summary']>;

/** What evaluators and people say of all answers together. */
export function ScoreFigures({ run: { summary, config } }: { readonly run: RunDetail }) {
  if (!summary?.scores && !summary?.trials) return null;
  return (
    <section className="card" aria-label="Scores">
      {summary.scores && <h2>Scores by evaluator</h2>}
      {summary.trials && <Trials trials={summary.trials} />}
      {summary.scores && (
        <Evaluators scores={summary.scores} scales={scalesOf(config)} agreement={summary.agreement ?? {}} />
      )}
    </section>
  );
}

interface Props {
  readonly scores: NonNullable<Summary['scores']>;
  readonly scales: Scales;
  readonly agreement: NonNullable<Summary['agreement']>;
}

function Evaluators({ scores, scales, agreement }: Props) {
  const [, set] = useUrlState();
  const asked = Object.keys(agreement).length > 0;
  return (
    <Scrolled way="across" label="Scores by evaluator">
      <table className="narrow">
        <thead>
          <tr>
            <th scope="col">Evaluator</th>
            <th scope="col" className="number">
              Mean
            </th>
            <th scope="col" className="number">
              Passed
            </th>
            <th scope="col" className="number">
              Errors
            </th>
            {asked && <th scope="col">People agree</th>}
            <th scope="col">
              <span className="hidden-text">Rows</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(scores).map(([name, { mean, scored, passed, errors }]) => (
            <tr key={name}>
              <td>{name}</td>
              <td className="number">{scoreText(mean, scales[name])}</td>
              <td className="number">
                {count(passed)} of {count(scored)} ({percent(scored === 0 ? undefined : passed / scored)})
              </td>
              <td className="number">{count(errors)}</td>
              {asked && <td>{agreementOf(agreement[name])}</td>}
              <td>
                {passed < scored && (
                  <button
                    type="button"
                    className="plain"
                    onClick={() => set({ filter: `failedBy:${name}`, show: undefined, row: undefined })}
                  >
                    Show {plural(scored - passed, 'failed row')}
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  );
}

function agreementOf(found: Props['agreement'][string] | undefined): string {
  if (!found) return '–';
  const kappa = found.kappa === undefined ? '' : `, κ ${found.kappa.toFixed(2)}`;
  return `${percent(found.share)} of ${plural(found.rows, 'row')}${kappa}`;
}
