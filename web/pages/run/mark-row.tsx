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

/** A person's own verdict on the answer, beside those of evaluators. */
export function MarkRow({ id, row }: Props) {
  const human = (parseJson(row.scores ?? '') as { human?: { passed?: boolean; reason?: string } } | undefined)?.human;
  const [note, setNote] = useState(human?.reason ?? '');
  const mark = useMark(id, row);
  const said = human?.passed === undefined ? undefined : human.passed ? 'right' : 'wrong';
  const say = (verdict: 'right' | 'wrong') => () => mark.mutate({ verdict, ...(note.trim() && { note: note.trim() }) });
  return (
    <section className="stack tight" aria-label="Your verdict">
      <h3>{said ? `Marked ${said === 'right' ? 'passed' : 'failed'}` : 'Your verdict'}</h3>
      <div className="line mark">
        <button type="button" aria-pressed={said === 'right'} disabled={mark.isPending} onClick={say('right')}>
          <Sign shape={STATES.right.sign} /> Mark passed
        </button>
        <button type="button" aria-pressed={said === 'wrong'} disabled={mark.isPending} onClick={say('wrong')}>
          <Sign shape={STATES.wrong.sign} /> Mark failed
        </button>
        <input
          aria-label="Note"
          placeholder="Note (optional)"
          maxLength={2000}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </div>
      <p className="muted tiny">
        A mark is kept beside the evaluators’ scores. It does not change the pass rate: it shows how far people and each
        evaluator agree, from the next time the run is scored.
      </p>
      <ErrorNote error={mark.error} what="The mark was not saved." />
    </section>
  );
}
