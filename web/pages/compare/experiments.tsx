import { Link } from 'wouter';
import { plural } from '../../../core/format.ts';
import { useExperiments } from '../../api/scoring.ts';
import { Ago } from '../../parts/ago.tsx';

/** Experiments that were run, to be compared whole. */
export function Experiments() {
  const { data } = useExperiments();
  if (!data || data.length === 0) return null;
  return (
    <section aria-label="Experiments">
      <h2>Or all variants of an experiment</h2>
      <ul>
        {data.map(({ experimentId, variants, startedAt }) => (
          <li key={experimentId}>
            <Link href={`/experiments/${encodeURIComponent(experimentId)}`}>{experimentId}</Link>{' '}
            <span className="muted">
              {plural(variants.length, 'variant')}: {variants.map(({ name }) => name).join(', ')} ·{' '}
              <Ago time={startedAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
