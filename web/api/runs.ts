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
  startedRunSchema,
} from '../../contracts/api/runs.ts';
import type { ResultRow } from '../../contracts/result-row.ts';
import { call, query } from './call.ts';
import { pollWhile } from './poll.ts';

/** Something may still change: rows in flight of a cancelled run settle too. */
export const isActive = ({ finishedAt }: Pick<Run, 'finishedAt'>): boolean => finishedAt === undefined;

const pathOf = (id: string): string => `runs/${encodeURIComponent(id)}`;

interface RunFilter {
  readonly datasetId?: string;
  readonly experimentId?: string;
  readonly kind?: 'run' | 'job';
}

export const useRuns = (filter: RunFilter = {}) =>
  useInfiniteQuery({
    queryKey: ['runs', filter],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call<z.output<typeof runListSchema>>(`runs${query({ ...filter, cursor: pageParam })}`, { signal }),
    getNextPageParam: ({ cursor }) => cursor,
    refetchInterval: ({ state }) => (state.data?.pages.some(({ runs }) => runs.some(isActive)) ? 2000 : false),
  });

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

/** What is said of all rows together: how they are spread, and why some failed. */
export const useCharts = (id: string, live: boolean) =>
  useQuery({
    queryKey: ['rows', id, 'charts'],
    queryFn: ({ signal }) => call<RunCharts>(`${pathOf(id)}/charts`, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: live ? LIVE_MS : false,
  });

/** Everything about one row, or about one of its trials, or about what one of several models has answered. */
export const useRow = (id: string, row: number, trial: number, variant: string) =>
  useQuery({
    queryKey: ['row', id, row, trial, variant],
    queryFn: ({ signal }) =>
      call<ResultRow & { whole?: WholeAnswer }>(
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
export const useExport = (id: string) =>
  useMutation({
    mutationFn: async (body: ExportAsked) => {
      type Exported = z.output<typeof exportedRunSchema>;
      let answer = await call<Exported>(`${pathOf(id)}/export`, { method: 'POST', body });
      const end = Date.now() + LONGEST_EXPORT_MS;
      while (answer.status === 'running') {
        if (Date.now() > end) throw new Error('It was not written within a quarter of an hour. Ask for it again.');
        await new Promise((resolve) => setTimeout(resolve, EXPORT_LOOK_MS));
        answer = await call<Exported>(`${pathOf(id)}/export${query(answer.ask ?? {})}`);
      }
      return answer;
    },
    // The file says of itself that it is to be saved, so the page stays.
    onSuccess: ({ url }) => url && location.assign(url),
  });

export function useDeleteRun(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: deletionOf(id),
    mutationFn: () => call<unknown>(pathOf(id), { method: 'DELETE' }),
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
