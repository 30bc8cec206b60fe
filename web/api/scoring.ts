import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Estimate } from '../../contracts/api/estimate.ts';
import type { Experiment, ExperimentComparison, ExperimentList } from '../../contracts/api/experiments.ts';
import type { RunDetail } from '../../contracts/api/runs.ts';
import type { ResultRow } from '../../contracts/result-row.ts';
import { call, query } from './call.ts';

/** A row's answer: that of one of its trials, and of one of several models. */
export function useMark(id: string, { row_index, trial, variant }: Pick<ResultRow, 'row_index' | 'trial' | 'variant'>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (mark: { verdict: 'right' | 'wrong'; note?: string }) =>
      call<unknown>(`runs/${encodeURIComponent(id)}/rows/${row_index}/mark`, {
        method: 'PUT',
        body: { ...mark, ...(trial && { trial }), ...(variant && { variant }) },
      }),
    onSuccess: () => Promise.all(['rows', 'row'].map((name) => client.invalidateQueries({ queryKey: [name, id] }))),
  });
}

const LOOK_MS = 500;

/** The answers of a run, scored by other evaluators; no row is called again. It is asked until the run has taken it up. */
export function useScoreAgain({ evaluationId: id, executionArn }: RunDetail) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: { evaluators: unknown }) => {
      const path = `runs/${encodeURIComponent(id)}`;
      await call<unknown>(`${path}/score`, { method: 'POST', body });
      let run = await call<RunDetail>(path);
      while (run.executionArn === executionArn) {
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
        run = await call<RunDetail>(path);
      }
      return run;
    },
    onSuccess: () =>
      Promise.all(['run', 'rows', 'row'].map((name) => client.invalidateQueries({ queryKey: [name, id] }))),
  });
}

/** Calls the first rows, and waits for what they tell of all. */
export const useEstimate = () =>
  useMutation({
    mutationFn: async (asked: { readonly run: Record<string, unknown>; readonly rows?: number }) => {
      let found = await call<Estimate>('estimate', { method: 'POST', body: { ...asked } });
      while (found.status === 'running') {
        found = await call<Estimate>('estimate', { method: 'POST', body: { evaluationId: found.evaluationId } });
      }
      return found;
    },
  });

const EXPERIMENTS_SHOWN = 20;
const MOST_EXPERIMENT_PAGES = 5;

/** The newest experiments. A page of them may be short: it reads past runs of no experiment. */
export const useExperiments = () =>
  useQuery({
    queryKey: ['experiments'],
    queryFn: async ({ signal }) => {
      const found: Experiment[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < MOST_EXPERIMENT_PAGES; page++) {
        const read: ExperimentList = await call(`experiments${query({ limit: EXPERIMENTS_SHOWN, cursor })}`, {
          signal,
        });
        found.push(...read.experiments);
        cursor = read.cursor;
        if (!cursor || found.length >= EXPERIMENTS_SHOWN) break;
      }
      return found.slice(0, EXPERIMENTS_SHOWN);
    },
  });

const compared = (id: string, baseline: string | undefined, signal: AbortSignal) =>
  call<ExperimentComparison>(`experiments/${encodeURIComponent(id)}${query({ baseline })}`, { signal });

export const useExperiment = (id: string, baseline: string | undefined) =>
  useQuery({
    queryKey: ['experiment', id, baseline],
    queryFn: ({ signal }) => compared(id, baseline, signal),
  });

/** A run against an earlier one. Both are over, so it is asked for once: each time it queries all their rows. */
export const useChange = ({ evaluationId, finishedAt }: RunDetail, baseline: string | undefined) =>
  useQuery({
    queryKey: ['change', evaluationId, finishedAt, baseline],
    enabled: baseline !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => compared(evaluationId, baseline, signal),
  });
