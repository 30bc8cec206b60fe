import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type * as z from 'zod';
import type { threadListSchema, threadTurnsSchema } from '../../contracts/api/traces.ts';
import { call, query } from './call.ts';

type ThreadList = z.output<typeof threadListSchema>;
export type ThreadView = ThreadList['threads'][number];
type ThreadTurns = z.output<typeof threadTurnsSchema>;

interface ThreadFilter {
  readonly search?: string;
  readonly from?: string;
}

const LIVE_MS = 5_000;

export const useThreads = (filter: ThreadFilter) =>
  useInfiniteQuery({
    queryKey: ['threads', filter],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call<ThreadList>(`threads${query({ ...filter, cursor: pageParam })}`, { signal }),
    getNextPageParam: ({ cursor }) => cursor,
    placeholderData: keepPreviousData,
    refetchInterval: LIVE_MS,
  });

const turnsOf = (id: string, parameters: Parameters<typeof query>[0], signal: AbortSignal) =>
  call<ThreadTurns>(`threads/${encodeURIComponent(id)}${query(parameters)}`, { signal });

/** A conversation, its turns a page at a time. */
export const useThread = (id: string) =>
  useInfiniteQuery({
    queryKey: ['thread', id],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => turnsOf(id, { cursor: pageParam, limit: 100 }, signal),
    getNextPageParam: ({ cursor }) => cursor,
  });

/** The newest conversation, to show what a mapping makes of it. */
export const useNewestThread = () =>
  useQuery({
    queryKey: ['newest-thread'],
    queryFn: async ({ signal }) => {
      const { threads } = await call<ThreadList>('threads?limit=1', { signal });
      const [newest] = threads;
      return newest ? turnsOf(newest.threadId, { limit: 20 }, signal) : null;
    },
  });
