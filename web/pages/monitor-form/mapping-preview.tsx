import { buildThreadData } from '../../../core/threads/thread-data.ts';
import { useNewestThread } from '../../api/threads.ts';
import { JsonView } from '../../parts/json-view.tsx';
import { type MonitorValues, mergedMapping } from './form-values.ts';

/** What evaluators would see of the newest conversation, while the mapping is chosen. */
export function MappingPreview({ values }: { readonly values: MonitorValues }) {
  const { data: thread } = useNewestThread();
  const newest = thread?.traces.at(-1);
  return (
    <section aria-label="What evaluators see" aria-live="polite">
      <h3>What evaluators see of the newest conversation</h3>
      <div className="box">
        {newest && thread ? (
          <JsonView value={buildThreadData(newest, thread.traces, mergedMapping(values))} open={3} />
        ) : (
          <span className="muted">There is no conversation yet to show it on.</span>
        )}
      </div>
    </section>
  );
}
