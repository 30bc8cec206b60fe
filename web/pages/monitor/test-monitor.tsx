import { useState } from 'react';
import { plural } from '../../../core/format.ts';
import { useTestMonitor } from '../../api/monitors.ts';
import { ErrorNote, Note } from '../../parts/note.tsx';
import { ResultTable } from './result-table.tsx';
import { verdictOf } from './verdict-of.ts';

const LAST = [5, 20, 100];

/** What it would have found in what came last. Nothing is written down. */
export function TestMonitor({ name }: { readonly name: string }) {
  const [last, setLast] = useState(20);
  const test = useTestMonitor(name);
  return (
    <>
      <div className="line">
        <button type="button" disabled={test.isPending} onClick={() => test.mutate(last)}>
          {test.isPending ? 'Testing …' : `Test it on the last ${last}`}
        </button>
        <select
          aria-label="How many to test it on"
          value={last}
          onChange={(event) => setLast(Number(event.target.value))}
        >
          {LAST.map((many) => (
            <option key={many}>{many}</option>
          ))}
        </select>
        <span className="muted tiny">writes nothing down</span>
      </div>
      <ErrorNote error={test.error} what="The test did not work." />
      {test.isSuccess && (
        <>
          <Note>
            {test.data.evaluated === 0 ? 'There was nothing to look at.' : verdictOf(test.data.results)}
            {test.data.skipped > 0 && ` ${plural(test.data.skipped, 'other')} left out.`}
          </Note>
          {test.data.results.length > 0 && (
            <ResultTable label="Results of the test" parameter="test" results={test.data.results} />
          )}
        </>
      )}
    </>
  );
}
