import {
  keepPreviousData,
  useInfiniteQuery,
  useIsMutating,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type * as z from 'zod';
import type { WholeAnswer } from '../../contracts/api/answer.ts';
import type { rowListSchema } from '../../contracts/api/rows.ts';
import type { RunCharts } from '../../contracts/api/run-charts.ts';
import type {
  controlledRunSchema,
  exportedRunSchema,
  exportRunSchema,
  Run,
  RunDetail,
  runListSchema,
  runsQuerySchema,
  startedRunSchema,
} from '../../contracts/api/runs.ts';
import type { ResultRow } from '../../contracts/result-row.ts';
import { call, query } from './call.ts';
import { pollWhile } from './poll.ts';

/** Something may still change: rows in flight of a cancelled run settle too. */
export const isActive = ({ finishedAt }: Pick<Run, 'finishedAt'>): boolean => finishedAt === undefined;

const pathOf = (id: string): string => `runs/${encodeURIComponent(id)}`;

export type RunFilter = Omit<z.input<typeof runsQuerySchema>, 'limit' | 'cursor'>;
type RunList = z.output<typeof runListSchema>;

const RUNS_PAGE = 100;
const LIVE_LIST_MS = 2000;

export const useRuns = (filter: RunFilter = {}) =>
  useInfiniteQuery({
    queryKey: ['runs', filter],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call<RunList>(`runs${query({ ...filter, limit: RUNS_PAGE, cursor: pageParam })}`, { signal }),
    getNextPageParam: ({ cursor }) => cursor,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data && data.pages.length <= MOST_LIVE_PAGES && data.pages.some(({ runs }) => runs.some(isActive))
        ? LIVE_LIST_MS
        : false,
  });

/** Every run since then; undefined where there are more than can be counted quickly. */
export const useRunsSince = (from: string) =>
  useQuery({
    queryKey: ['runs', 'since', from],
    queryFn: async ({ signal }) => {
      const runs: Run[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < MOST_PAGES_SINCE; page++) {
        const read: RunList = await call(`runs${query({ from, limit: 200, cursor })}`, { signal });
        runs.push(...read.runs);
        cursor = read.cursor;
        if (!cursor) return runs;
      }
      return null;
    },
  });
const MOST_PAGES_SINCE = 5;

const deletionOf = (id: string) => ['delete-run', id];

export function useRun(id: string) {
  // What is being deleted is not asked for again.
  const isGoing = useIsMutating({ mutationKey: deletionOf(id) }) > 0;
  return useQuery({
    queryKey: ['run', id],
    enabled: id !== '' && !isGoing,
    queryFn: ({ signal }) => call<RunDetail>(pathOf(id), { signal }),
    refetchInterval: pollWhile(isActive),
  });
}

export interface RowsAsked {
  readonly sort?: string;
  /** `status:failed,error:TargetTimeout` */
  readonly filter?: string;
  readonly search?: string;
}

type RowList = z.output<typeof rowListSchema>;
const PAGE = 200;
const LIVE_MS = 3000;
const MOST_LIVE_PAGES = 3;

export const useRows = (id: string, asked: RowsAsked, live: boolean) =>
  useInfiniteQuery({
    queryKey: ['rows', id, asked],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call<RowList>(`${pathOf(id)}/rows${query({ ...asked, cursor: pageParam, limit: PAGE })}`, { signal }),
    getNextPageParam: ({ cursor }) => cursor,
    placeholderData: keepPreviousData,
    // Who has scrolled far reads; asking for every page again would only disturb.
    refetchInterval: ({ state }) => (live && (state.data?.pages.length ?? 0) <= MOST_LIVE_PAGES ? LIVE_MS : false),
  });

const MOST_EARLIER = 20;

const gradedBy = ({ config }: RunDetail): string =>
  JSON.stringify((config as { evaluators?: unknown } | undefined)?.evaluators);

/** The last run of the same target over the same rows, if it was graded by the same evaluators. */
export function usePrevious(run: RunDetail) {
  const { evaluationId, datasetId, targetName, startedAt, total } = run;
  const grades = gradedBy(run);
  return useQuery({
    queryKey: ['previous', evaluationId, total, grades],
    enabled: total > 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const asked = { datasetId, target: targetName, to: startedAt, kind: 'run', limit: MOST_EARLIER };
      const { runs } = await call<RunList>(`runs${query(asked)}`, { signal });
      const found = runs.find((one) => one.total === total && (one.finishedAt ?? startedAt) < startedAt);
      const previous = found && (await call<RunDetail>(pathOf(found.evaluationId), { signal }));
      return previous && gradedBy(previous) === grades ? previous : null;
    },
  });
}

/** What is said of all rows together: how they are spread, and why some failed. */
export const useCharts = (id: string, live: boolean) =>
  useQuery({
    queryKey: ['rows', id, 'charts'],
    queryFn: ({ signal }) => call<RunCharts>(`${pathOf(id)}/charts`, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: live ? LIVE_MS : false,
  });

/** A run as one HTML file, with its worst rows. */
export async function reportOfRun(run: RunDetail): Promise<string> {
  const path = pathOf(run.evaluationId);
  const { REPORTED_ROWS, runReport } = await import('../../core/report/run-report.ts');
  const [charts, { rows }] = await Promise.all([
    call<RunCharts>(`${path}/charts`),
    call<RowList>(`${path}/rows${query({ sort: 'status', limit: REPORTED_ROWS })}`),
  ]);
  return runReport(run, charts, rows);
}

/** Long texts are cut where the row is too large for an answer; all of it is elsewhere. */
export type WholeRow = ResultRow & { readonly whole?: WholeAnswer };

/** Everything about one row, or about one of its trials, or about what one of several models has answered. */
export const useRow = (id: string, row: number, trial: number, variant: string, isThere = true) =>
  useQuery({
    enabled: isThere,
    queryKey: ['row', id, row, trial, variant],
    queryFn: ({ signal }) =>
      call<WholeRow>(
        `${pathOf(id)}/rows/${row}${query({ trial: trial || undefined, variant: variant || undefined })}`,
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

type Action = 'pause' | 'resume' | 'cancel' | 'retry' | 'concurrency';

export function useControl(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ action, ...body }: { action: Action } & Record<string, unknown>) =>
      call<z.output<typeof controlledRunSchema>>(`${pathOf(id)}/${action}`, { method: 'POST', body }),
    onSettled: () => {
      for (const name of ['rows', 'row']) client.invalidateQueries({ queryKey: [name, id] });
      // Where it stands now is waited for, so that nobody does the same twice.
      return client.invalidateQueries({ queryKey: ['run', id] });
    },
  });
}

const EXPORT_LOOK_MS = 2000;
/** A function goes on no longer. */
const LONGEST_EXPORT_MS = 15 * 60_000;

export type ExportAsked = z.input<typeof exportRunSchema>;

/** A file of the results; what takes long is asked for again until it is there, and then saved. */
export async function exportRun(id: string, body: ExportAsked) {
  type Exported = z.output<typeof exportedRunSchema>;
  let answer = await call<Exported>(`${pathOf(id)}/export`, { method: 'POST', body });
  const end = Date.now() + LONGEST_EXPORT_MS;
  while (answer.status === 'running') {
    if (Date.now() > end) throw new Error('It was not written within a quarter of an hour. Ask for it again.');
    await new Promise((resolve) => setTimeout(resolve, EXPORT_LOOK_MS));
    answer = await call<Exported>(`${pathOf(id)}/export${query(answer.ask ?? {})}`);
  }
  // The file says of itself that it is to be saved, so the page stays.
  if (answer.url) location.assign(answer.url);
  return answer;
}

export const useExport = (id: string) => useMutation({ mutationFn: (body: ExportAsked) => exportRun(id, body) });

export function useRename(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => call<Run>(pathOf(id), { method: 'PATCH', body: { name: name || null } }),
    onSuccess: () => Promise.all([['run', id], ['runs']].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

export const deleteRun = (id: string) => call<unknown>(pathOf(id), { method: 'DELETE' });

export function useDeleteRun(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: deletionOf(id),
    mutationFn: () => deleteRun(id),
    onSuccess: () => client.invalidateQueries({ queryKey: ['runs'] }),
  });
}

export function useStartRun() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Record<string, unknown>) =>
      call<z.output<typeof startedRunSchema>>('runs', { method: 'POST', body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['runs'] }),
  });
}
