import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ExportAnswer, ExportFormat } from '../../contracts/export.ts';
import type { ResultRow } from '../../contracts/result-row.ts';
import type { Progress, RunControlAnswer } from '../../contracts/run-control.ts';
import type { RunStatus } from '../../contracts/run-record.ts';
import type { Summary } from '../../contracts/summary.ts';
import { call, query } from './call.ts';
import { pollWhile } from './poll.ts';

export interface Run {
  evaluationId: string;
  status: RunStatus;
  reason?: string;
  datasetId: string;
  targetName: string;
  executionMode: 'endpoint' | 'agent' | 'tool';
  experimentId?: string;
  startedAt: string;
  finishedAt?: string;
  maxConcurrency: number;
  executionArn: string;
  progress: Progress;
  summary?: Summary;
  config?: unknown;
  errors?: { name: string; count: number; message: string }[];
}
export interface RowLine {
  sampleId: string;
  rowIndex: number;
  status: string;
  passed: boolean | null;
  input: string | null;
  expected: string | null;
  actual: string | null;
  latencyMs: number | null;
  costUsd: number | null;
  errorName: string | null;
  errorMessage: string | null;
}

const ACTIVE: readonly RunStatus[] = ['pending', 'running', 'pausing', 'paused'];
export const isActive = ({ status }: Pick<Run, 'status'>): boolean => ACTIVE.includes(status);

const pathOf = (id: string): string => `runs/${encodeURIComponent(id)}`;

export const useRuns = () =>
  useInfiniteQuery({
    queryKey: ['runs'],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call<{ runs: Run[]; cursor?: string }>(`runs${query({ cursor: pageParam })}`, { signal }),
    getNextPageParam: ({ cursor }) => cursor,
    refetchInterval: ({ state }) => (state.data?.pages.some(({ runs }) => runs.some(isActive)) ? 2000 : false),
  });

export function useRun(id: string) {
  return useQuery({
    queryKey: ['run', id],
    enabled: id !== '',
    queryFn: ({ signal }) => call<Run>(pathOf(id), { signal }),
    refetchInterval: pollWhile(isActive),
  });
}

export interface RowsAsked {
  readonly sort?: string;
  readonly show?: string;
  readonly error?: string;
  readonly search?: string;
}

export const useRows = (id: string, asked: RowsAsked, live: boolean) =>
  useInfiniteQuery({
    queryKey: ['rows', id, asked],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call<{ rows: RowLine[]; cursor?: string; matching?: number }>(
        `${pathOf(id)}/rows${query({ ...asked, cursor: pageParam, limit: 200 })}`,
        { signal },
      ),
    getNextPageParam: ({ cursor }) => cursor,
    placeholderData: keepPreviousData,
    refetchInterval: live ? 3000 : false,
  });

type Action = 'pause' | 'resume' | 'cancel' | 'retry' | 'concurrency';

export function useControl(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ action, ...body }: { action: Action } & Record<string, unknown>) =>
      call<RunControlAnswer>(`${pathOf(id)}/${action}`, { method: 'POST', body }),
    onSettled: () => client.invalidateQueries({ queryKey: ['run', id] }),
  });
}

export const useExport = (id: string) =>
  useMutation({
    mutationFn: (body: { format: ExportFormat }) =>
      call<ExportAnswer>(`${pathOf(id)}/export`, { method: 'POST', body }),
  });

export function useDeleteRun(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call<unknown>(pathOf(id), { method: 'DELETE' }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['runs'] }),
  });
}

/** Everything about one row. */
export const useRow = (id: string, sampleId: string | undefined) =>
  useQuery({
    queryKey: ['row', id, sampleId],
    enabled: sampleId !== undefined,
    queryFn: ({ signal }) => call<ResultRow>(`${pathOf(id)}/rows/${encodeURIComponent(sampleId ?? '')}`, { signal }),
    placeholderData: keepPreviousData,
  });

export function useMark(id: string, sampleId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { verdict: 'right' | 'wrong'; note?: string }) =>
      call<unknown>(`${pathOf(id)}/rows/${encodeURIComponent(sampleId)}/mark`, { method: 'PUT', body }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['row', id, sampleId] }),
        client.invalidateQueries({ queryKey: ['rows', id] }),
      ]),
  });
}

export function useStartRun() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Record<string, unknown>) => call<{ evaluationId: string }>('runs', { method: 'POST', body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['runs'] }),
  });
}
