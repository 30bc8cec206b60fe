import { percent, plural } from '../../../core/format.ts';
import { useRuns } from '../../api/runs.ts';
import { agoOf } from '../../parts/ago.tsx';
import { Field } from '../../parts/field.tsx';
import { ErrorNote } from '../../parts/note.tsx';
import { useUrlState } from '../../parts/use-url-state.ts';

/** The two runs, both in the address. Runs over the same dataset are offered first. */
export function ChooseRuns() {
  const [parameters, set] = useUrlState();
  const list = useRuns();
  const runs = list.data?.pages.flatMap((page) => page.runs) ?? [];
  const chosen = { before: parameters.get('before') ?? '', after: parameters.get('after') ?? '' };
  const datasetId = runs.find(({ evaluationId }) => [chosen.before, chosen.after].includes(evaluationId))?.datasetId;
  const sorted = runs.toSorted((a, b) => Number(b.datasetId === datasetId) - Number(a.datasetId === datasetId));
  const choice = (name: 'before' | 'after', label: string) => (
    <Field label={label}>
      {(attributes) => (
        <select
          {...attributes}
          value={chosen[name]}
          onChange={(event) => set({ [name]: event.target.value, row: undefined })}
        >
          <option value="">choose a run</option>
          {sorted.map(({ evaluationId, total, passRate, startedAt }) => (
            <option key={evaluationId} value={evaluationId}>
              {[
                evaluationId,
                plural(total, 'row'),
                passRate !== undefined && `${percent(passRate)} right`,
                agoOf(startedAt),
              ]
                .filter(Boolean)
                .join(' · ')}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
  return (
    <>
      <ErrorNote error={list.error} what="The runs could not be read." again={list.refetch} />
      <div className="fields">
        {choice('before', 'Baseline')}
        {choice('after', 'Compared with it')}
      </div>
      <div>
        <button
          type="button"
          disabled={!chosen.before && !chosen.after}
          onClick={() => set({ before: chosen.after, after: chosen.before })}
        >
          Swap the two
        </button>
      </div>
    </>
  );
}
