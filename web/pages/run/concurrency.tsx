import { type FormEvent, useState } from 'react';
import type { RunDetail } from '../../../contracts/api/runs.ts';
import { useControl } from '../../api/runs.ts';

/** How many rows are called at once, changed while the run goes on. */
export function Concurrency({ run }: { readonly run: RunDetail }) {
  const control = useControl(run.evaluationId);
  const [typed, setTyped] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const maxConcurrency = Number(typed);
    control.mutate({ action: 'concurrency', maxConcurrency }, { onSuccess: () => setTyped(undefined) });
  };
  return (
    <form className="line" onSubmit={submit}>
      <label className="check">
        <span className="tiny muted">Rows at once</span>
        <input
          type="number"
          min={1}
          max={1000}
          style={{ width: 76 }}
          value={typed ?? run.maxConcurrency}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      {typed !== undefined && Number(typed) !== run.maxConcurrency && (
        <button type="submit" disabled={control.isPending}>
          Set
        </button>
      )}
    </form>
  );
}
