import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, query } from './call.ts';
import { pollWhile } from './poll.ts';

export interface Job {
  jobId: string;
  status: string;
  progress: number;
  itemCounts: { succeeded: number; failed: number; skipped: number; running: number; pending: number };
  progressDetails?: { mode?: string; ratePerMinute?: number; etaSeconds?: number };
  output?: Record<string, unknown>;
}
export interface JobItem {
  index: number;
  status: string;
  input?: unknown;
  output?: unknown;
  error?: { name?: string; message?: string } | string;
}

const OVER = ['completed', 'failed', 'cancelled', 'halted'];
export const isGoing = ({ status }: Pick<Job, 'status'>): boolean => !OVER.includes(status);
const pathOf = (id: string): string => `jobs/${encodeURIComponent(id)}`;

export interface BatchRequest {
  readonly integrationSlug: string;
  readonly actionSlug: string;
  readonly items: readonly { readonly input: unknown }[];
  readonly config?: Readonly<Record<string, unknown>>;
}

export const useSubmitBatch = () =>
  useMutation({
    mutationFn: (body: BatchRequest) =>
      call<{ jobId: string; itemCount: number; hasBulkRoute: boolean }>('batch', { method: 'POST', body }),
  });

export const useJob = (id: string) =>
  useQuery({
    queryKey: ['job', id],
    queryFn: ({ signal }) => call<Job>(pathOf(id), { signal }),
    refetchInterval: pollWhile(isGoing),
  });

export const useJobItems = (id: string, status: string | undefined, live: boolean) =>
  useInfiniteQuery({
    queryKey: ['job-items', id, status],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call<{ items: JobItem[]; cursor?: string }>(`${pathOf(id)}/items${query({ status, cursor: pageParam })}`, {
        signal,
      }),
    getNextPageParam: ({ cursor }) => cursor,
    refetchInterval: live ? 3000 : false,
  });

export function useJobAction(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (action: 'cancel' | 'retry' | 'pause' | 'resume') =>
      call<unknown>(`${pathOf(id)}/${action}`, { method: 'POST', body: {} }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['job', id] }),
        client.invalidateQueries({ queryKey: ['job-items', id] }),
      ]),
  });
}
