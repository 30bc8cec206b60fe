import { useEffect, useRef, useState } from 'react';
import { useRun } from '../../api/runs.ts';
import { useUrlState } from '../../parts/use-url-state.ts';
import { NEW_RUN, type RunValues, valuesOfRun } from './run-values.ts';

const NAME = 'rollcall-new-run';

/** What was chosen, and at which address: there it outlives a reload, whatever run it began with. */
interface Draft {
  readonly address?: string;
  readonly values?: RunValues;
}
const kept = (): Draft => JSON.parse(sessionStorage.getItem(NAME) ?? '{}');

/** What was chosen outlives a reload and a look elsewhere, until the run is started. `?from=` begins with another run's, and `?answer=` says what of its answers is meant. */
export function useDraft(): [RunValues, (patch: Partial<RunValues>) => void] {
  const [parameters] = useUrlState();
  const from = parameters.get('from') ?? '';
  const answer = parameters.get('answer');
  const address = parameters.toString();
  const [draft] = useState(kept);
  const isReloaded = draft.address === address;
  const [values, setValues] = useState<RunValues>(() => ({
    ...NEW_RUN,
    ...(isReloaded || !from ? draft.values : {}),
    ...(!isReloaded && parameters.get('dataset') && { datasetId: parameters.get('dataset') ?? '' }),
  }));
  const { data: run } = useRun(from);
  const taken = useRef(isReloaded ? from : '');
  // Once: while that run still goes on, it is read again and again, and what is typed here stays.
  useEffect(() => {
    if (!run?.config || taken.current === run.evaluationId) return;
    taken.current = run.evaluationId;
    const values = valuesOfRun(run.datasetId, run.config as Record<string, unknown>);
    setValues(answer ? { ...values, target: { ...values.target, outputMapping: answer } } : values);
  }, [run, answer]);
  const change = (patch: Partial<RunValues>) =>
    setValues((before) => {
      const next = { ...before, ...patch };
      sessionStorage.setItem(NAME, JSON.stringify({ address, values: next }));
      return next;
    });
  return [values, change];
}

export const forgetDraft = (): void => sessionStorage.removeItem(NAME);
