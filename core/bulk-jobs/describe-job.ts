import type { ShownJob } from '../../contracts/job-record.ts';
import { count } from '../format.ts';

/** `bulk job msgbatch_…, submitted 12 min ago, 340 of 500 done`, and how many others there are. */
export function describeJobs(jobs: readonly ShownJob[], now: number = Date.now()): string | undefined {
  const [first, ...others] = jobs.toSorted((a, b) => a.submittedAt.localeCompare(b.submittedAt));
  if (!first) return undefined;
  const { id, submittedAt, finished, count: all } = first;
  const done = finished === undefined ? `${count(all)} rows` : `${count(finished)} of ${count(all)} done`;
  const more = others.length > 0 ? ` (and ${count(others.length)} more)` : '';
  return `bulk job ${id}, submitted ${ago(now - Date.parse(submittedAt))} ago, ${done}${more}`;
}

function ago(ms: number): string {
  const minutes = Math.floor(Math.max(0, ms) / 60_000);
  if (minutes < 1) return `${Math.floor(Math.max(0, ms) / 1_000)} s`;
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
