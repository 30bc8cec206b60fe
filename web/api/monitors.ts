import { useInfiniteQuery, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod';
import type {
  backfilledSchema,
  monitorAnswerSchema,
  monitorListSchema,
  monitorTestedSchema,
  resultListSchema,
} from '../../contracts/api/monitors.ts';
import { call, query } from './call.ts';

export type MonitorView = z.output<typeof monitorAnswerSchema>;

const pathOf = (name: string): string => `monitors/${encodeURIComponent(name)}`;
const LIVE_MS = 5_000;
const MOST_RESULTS = 500;
const LAST_RESULTS = 100;

export const useMonitors = () =>
  useQuery({
    queryKey: ['monitors'],
    queryFn: ({ signal }) => call<z.output<typeof monitorListSchema>>('monitors', { signal }),
  });

export const useMonitor = (name: string) =>
  useQuery({
    queryKey: ['monitor', name],
    enabled: name !== '',
    queryFn: ({ signal }) => call<MonitorView>(pathOf(name), { signal }),
  });

export const useMonitorResults = (name: string) =>
  useInfiniteQuery({
    queryKey: ['monitor-results', name],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call<z.output<typeof resultListSchema>>(
        `${pathOf(name)}/results${query({ limit: MOST_RESULTS, cursor: pageParam })}`,
        { signal },
      ),
    getNextPageParam: ({ cursor }) => cursor,
    refetchInterval: LIVE_MS,
  });

const lastResults = (name: string) => ({
  queryKey: ['monitor-results', name, 'last'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call<z.output<typeof resultListSchema>>(`${pathOf(name)}/results${query({ limit: LAST_RESULTS })}`, { signal }),
});

/** What it found last, for a list of monitors. */
export const useLastResults = (name: string) => useQuery(lastResults(name));

/** The same of several; undefined until all are there. */
export const useAllLastResults = (names: readonly string[]) =>
  useQueries({
    queries: names.map(lastResults),
    combine: (read) =>
      read.every(({ data }) => data)
        ? read.map(({ data }, at) => ({ name: names[at] ?? '', results: data?.results ?? [] }))
        : undefined,
  });

export function useSaveMonitor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ name, body, version }: { name: string; body: unknown; version?: number }) =>
      call<MonitorView>(pathOf(name), {
        method: 'PUT',
        body,
        ...(version !== undefined && { headers: { 'if-match': `"${version}"` } }),
      }),
    onSuccess: (_saved, { name }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['monitors'] }),
        client.invalidateQueries({ queryKey: ['monitor', name] }),
      ]),
  });
}

export function useDeleteMonitor(name: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call<unknown>(pathOf(name), { method: 'DELETE' }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['monitors'] }),
  });
}

export const useTestMonitor = (name: string) =>
  useMutation({
    mutationFn: (last: number) =>
      call<z.output<typeof monitorTestedSchema>>(`${pathOf(name)}/test`, { method: 'POST', body: { last } }),
  });

export const useBackfill = (name: string) =>
  useMutation({
    mutationFn: (from: string) =>
      call<z.output<typeof backfilledSchema>>(`${pathOf(name)}/backfill`, { method: 'POST', body: { from } }),
  });
