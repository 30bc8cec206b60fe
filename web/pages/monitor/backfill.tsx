import { useState } from 'react';
import { plural } from '../../../core/format.ts';
import { useBackfill } from '../../api/monitors.ts';
import { ErrorNote, Note } from '../../parts/note.tsx';

const DAYS = [1, 7, 30];
const DAY_MS = 86_400_000;

/** Has it evaluate what came before it was there. */
export function Backfill({ name }: { readonly name: string }) {
  const [days, setDays] = useState(7);
  const fill = useBackfill(name);
  const begin = () => fill.mutate(new Date(Date.now() - days * DAY_MS).toISOString());
  return (
    <>
      <div className="line">
        <button type="button" disabled={fill.isPending} onClick={begin}>
          Evaluate the last {plural(days, 'day')}
        </button>
        <select aria-label="How many days" value={days} onChange={(event) => setDays(Number(event.target.value))}>
          {DAYS.map((many) => (
            <option key={many}>{many}</option>
          ))}
        </select>
        <span className="muted tiny">what it has evaluated already stays as it is</span>
      </div>
      <ErrorNote error={fill.error} what="It was not begun." />
      {fill.isSuccess && <Note>{plural(fill.data.queued, 'evaluation')} on the way; results appear here.</Note>}
    </>
  );
}
