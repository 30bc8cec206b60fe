import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod';
import type { batchRequestSchema, ItemsPage, Job, SubmittedJob } from '../../contracts/api/jobs.ts';
import { call, query } from './call.ts';
import { pollWhile } from './poll.ts';

export const isGoing = ({ finishedAt }: Pick<Job, 'finishedAt'>): boolean => finishedAt === undefined;
const pathOf = (id: string): string => `jobs/${encodeURIComponent(id)}`;

export const useSubmitBatch = () =>
  useMutation({
    mutationFn: (body: z.input<typeof batchRequestSchema>) => call<SubmittedJob>('batch', { method: 'POST', body }),
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
      call<ItemsPage>(`${pathOf(id)}/items${query({ status, cursor: pageParam })}`, {
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
