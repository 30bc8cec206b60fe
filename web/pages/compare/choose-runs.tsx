import { ArrowLeftRight } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { percent, plural } from '../../../core/format.ts';
import { useRuns } from '../../api/runs.ts';
import { agoOf } from '../../parts/ago.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Field } from '../../parts/field.tsx';
import { ErrorNote } from '../../parts/note.tsx';
import { useUrlState } from '../../parts/use-url-state.ts';
import './choose-runs.css';
import { ActionLink } from '../../parts/action-link.tsx';
import { earlierRun } from './earlier-run.ts';

/** The two runs, both in the address. Runs over the same dataset are offered first. */
export function ChooseRuns({ children }: { readonly children?: ReactNode }) {
  const [parameters, set] = useUrlState();
  const list = useRuns();
  const runs = list.data?.pages.flatMap((page) => page.runs).filter(({ estimate }) => !estimate) ?? [];
  const chosen = { before: parameters.get('before') ?? '', after: parameters.get('after') ?? '' };
  const datasetId = runs.find(({ evaluationId }) => [chosen.before, chosen.after].includes(evaluationId))?.datasetId;
  const earlier = earlierRun(runs, chosen.after);
  const offered = useRef('');
  // Whoever comes from a run most likely wants to know what changed since the last one.
  useEffect(() => {
    if (!earlier || chosen.before || offered.current === chosen.after) return;
    offered.current = chosen.after;
    set({ before: earlier });
  }, [earlier, chosen.before, chosen.after, set]);
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
          {sorted.map(({ evaluationId, name: own, targetName, total, passRate, startedAt }) => (
            <option key={evaluationId} value={evaluationId}>
              {[
                own ?? targetName,
                passRate !== undefined && `${percent(passRate)} passed`,
                plural(total, 'row'),
                agoOf(startedAt),
                own === undefined && evaluationId,
              ]
                .filter(Boolean)
                .join(' · ')}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
  if (list.data && runs.length < 2) {
    return (
      <Empty
        title="There are no two runs yet"
        action={
          <ActionLink href="/new-run" least="operator">
            Start a run
          </ActionLink>
        }
      >
        Run a dataset, change the target or its mapping, and run it again: then you see which rows got better and which
        got worse.
      </Empty>
    );
  }
  return (
    <>
      <ErrorNote error={list.error} what="The runs could not be read." again={list.refetch} />
      <div className="choose-runs">
        {choice('before', 'Baseline')}
        <button
          type="button"
          className="icon"
          aria-label="Swap the two"
          disabled={!chosen.before && !chosen.after}
          onClick={() => set({ before: chosen.after, after: chosen.before })}
        >
          <ArrowLeftRight />
        </button>
        {choice('after', 'Compared with it')}
        {children}
      </div>
    </>
  );
}
