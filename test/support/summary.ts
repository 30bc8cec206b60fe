import { NO_FIGURES, type Summary } from '../../contracts/summary.ts';

/** A summary of a run that has nothing to tell but what is given. */
export const summaryOf = (told: Partial<Summary> & Pick<Summary, 'evaluationId' | 'status'>): Summary => ({
  ...NO_FIGURES,
  durationMs: 1,
  workMs: 1,
  totalWorkMs: 1,
  ...told,
});
