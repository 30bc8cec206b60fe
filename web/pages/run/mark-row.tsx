import { useState } from 'react';
import type { ResultRow } from '../../../contracts/result-row.ts';
import { useMark } from '../../api/runs.ts';
import { ErrorNote } from '../../parts/note.tsx';
import { Sign } from '../../parts/sign.tsx';

/** A person's own judgement, with a note; it never changes whether the row passed. */
export function MarkRow({ id, row }: { readonly id: string; readonly row: ResultRow }) {
  const [note, setNote] = useState('');
  const mark = useMark(id, row.sample_id);
  const say = (verdict: 'right' | 'wrong') => () =>
    mark.mutate({ verdict, ...(note.trim() && { note: note.trim() }) }, { onSuccess: () => setNote('') });
  return (
    <section>
      <h3>Your judgement</h3>
      <div className="line">
        <button type="button" disabled={mark.isPending} onClick={say('right')}>
          <span style={{ color: 'var(--right)' }}>
            <Sign shape="tick" />
          </span>
          Mark right
        </button>
        <button type="button" disabled={mark.isPending} onClick={say('wrong')}>
          <span style={{ color: 'var(--wrong)' }}>
            <Sign shape="cross" />
          </span>
          Mark wrong
        </button>
        <input
          aria-label="Note to your judgement"
          placeholder="note (optional)"
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </div>
      <ErrorNote error={mark.error} what="The mark was not kept." />
    </section>
  );
}
