import type { Summary } from '../../contracts/summary.ts';

/** A summary of a run that has nothing to tell but what is given. */
export const summaryOf = (told: Partial<Summary> & Pick<Summary, 'evaluationId' | 'status'>): Summary => ({
  total: 0,
  succeeded: 0,
  failed: 0,
  skipped: 0,
  latencyMs: {},
  tokens: { prompt: 0, completion: 0, total: 0 },
  costUsd: 0,
  durationMs: 1,
  errors: {},
  ...told,
});
