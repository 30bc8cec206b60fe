import { Link, useParams } from 'wouter';
import type { ExperimentComparison } from '../../../contracts/api/experiments.ts';
import { useExperiment } from '../../api/scoring.ts';
import { Differences } from '../../parts/differences.tsx';
import { ErrorNote } from '../../parts/note.tsx';
import { useGrading } from '../../parts/side-by-side/use-grading.ts';
import { Skeleton } from '../../parts/skeleton.tsx';
import { useTitle } from '../../parts/use-title.ts';
import { useUrlState } from '../../parts/use-url-state.ts';
import { ExperimentRows } from './experiment-rows.tsx';
import { VariantTable } from './variant-table.tsx';

/** The variants of an experiment: the verdict in words, the figures, what got worse. */
export function ExperimentPage() {
  const { id = '' } = useParams<{ id: string }>();
  useTitle(id);
  const [parameters, set] = useUrlState();
  const { data, error, isPending, refetch } = useExperiment(id, parameters.get('baseline') ?? undefined);
  return (
    <div className="stack">
      <p className="crumbs">
        <Link href="/compare">Compare</Link> / {id}
      </p>
      <h1>{data?.headline ?? id}</h1>
      {isPending && <Skeleton label="Comparing the variants" />}
      <ErrorNote error={error} what="The variants could not be compared." again={refetch} />
      {data && <Comparison data={data} onBaseline={(baseline) => set({ baseline })} />}
    </div>
  );
}

interface Props {
  readonly data: ExperimentComparison;
  readonly onBaseline: (name: string) => void;
}

function Comparison({ data, onBaseline }: Props) {
  const grading = useGrading(data.variants[0]?.evaluationId ?? '');
  return (
    <>
      {data.findings.map((finding) => (
        <p key={finding} className="muted">
          {finding}
        </p>
      ))}
      <label className="line">
        <span>Compared with</span>
        <select value={data.baseline} onChange={(event) => onBaseline(event.target.value)}>
          {data.variants.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <VariantTable data={data} scales={grading.scales} />
      <Differences data={data} scales={grading.scales} />
      <ExperimentRows data={data} grading={grading} />
    </>
  );
}
