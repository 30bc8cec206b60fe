import { useState } from 'react';
import type { ResultRow } from '../../../contracts/result-row.ts';
import { parseJson } from '../../../core/json.ts';
import { useMark } from '../../api/scoring.ts';
import { ErrorNote } from '../../parts/note.tsx';
import { Sign } from '../../parts/sign.tsx';
import { STATES } from '../../parts/states.ts';

interface Props {
  readonly id: string;
  readonly row: ResultRow;
}

/** A person's own word on the answer, beside what evaluators say. */
export function MarkRow({ id, row }: Props) {
  const human = (parseJson(row.scores ?? '') as { human?: { passed?: boolean; reason?: string } } | undefined)?.human;
  const [note, setNote] = useState(human?.reason ?? '');
  const mark = useMark(id, row);
  const said = human?.passed === undefined ? undefined : human.passed ? 'right' : 'wrong';
  const say = (verdict: 'right' | 'wrong') => () => mark.mutate({ verdict, ...(note.trim() && { note: note.trim() }) });
  return (
    <section className="stack tight" aria-label="Your own word">
      <h3>{said ? `Marked ${said}` : 'Is the answer right?'}</h3>
      <div className="line mark">
        <button type="button" aria-pressed={said === 'right'} disabled={mark.isPending} onClick={say('right')}>
          <Sign shape={STATES.right.sign} /> Mark right
        </button>
        <button type="button" aria-pressed={said === 'wrong'} disabled={mark.isPending} onClick={say('wrong')}>
          <Sign shape={STATES.wrong.sign} /> Mark wrong
        </button>
        <input
          aria-label="Note"
          placeholder="Why? (a note, if you like)"
          maxLength={2000}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </div>
      <ErrorNote error={mark.error} what="The mark was not kept." />
    </section>
  );
}
