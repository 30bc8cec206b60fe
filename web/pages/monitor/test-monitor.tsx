import { plural } from '../../../core/format.ts';
import { type MonitorView, useBackfill, useTestMonitor } from '../../api/monitors.ts';
import { Menu, MenuItem } from '../../parts/menu.tsx';
import { ErrorNote, Note } from '../../parts/note.tsx';
import { ResultTable } from './result-table.tsx';
import { verdictOf } from './verdict-of.ts';

const LAST = [5, 20, 100];
const DAYS = [1, 7, 30];
const DAY_MS = 86_400_000;

/** What a monitor would find, and what it would have found had it been there earlier. */
export function useTrials({ name }: MonitorView) {
  return { test: useTestMonitor(name), fill: useBackfill(name) };
}
type Trials = ReturnType<typeof useTrials>;

export const TrialMenus = ({ trials: { test, fill }, level }: { readonly trials: Trials; readonly level: string }) => (
  <>
    <Menu label={test.isPending ? 'Testing …' : 'Test'} title="Results are not saved">
      {LAST.map((last) => (
        <MenuItem key={last} disabled={test.isPending} onChoose={() => test.mutate(last)}>
          Test on the last {plural(last, level)}
        </MenuItem>
      ))}
    </Menu>
    <Menu label="Backfill" title="Results so far are kept">
      {DAYS.map((days) => (
        <MenuItem
          key={days}
          disabled={fill.isPending}
          onChoose={() => fill.mutate(new Date(Date.now() - days * DAY_MS).toISOString())}
        >
          Evaluate the last {plural(days, 'day')}
        </MenuItem>
      ))}
    </Menu>
  </>
);

export function TrialResults({
  trials: { test, fill },
  monitor,
}: {
  readonly trials: Trials;
  readonly monitor: MonitorView;
}) {
  return (
    <>
      <ErrorNote error={fill.error} what="The backfill did not start." />
      {fill.isSuccess && <Note>{plural(fill.data.queued, 'evaluation')} queued. Results appear here.</Note>}
      <ErrorNote error={test.error} what="The test failed." />
      {test.isSuccess && (
        <section className="stack sheet" aria-label="Test">
          <div>
            <strong>{test.data.evaluated === 0 ? 'Nothing to evaluate' : verdictOf(test.data.results)}</strong>{' '}
            <span className="muted">
              {test.data.skipped > 0 && `${plural(test.data.skipped, monitor.level)} skipped · `}
              test results, not saved
            </span>
          </div>
          {test.data.results.length > 0 && (
            <ResultTable label="Results of the test" parameter="test" results={test.data.results} monitor={monitor} />
          )}
        </section>
      )}
    </>
  );
}
