import type { Thresholds } from '../../contracts/eval-file.ts';
import { readEvalFile } from './read-eval-file.ts';

/** The thresholds of an eval.yaml; none without a file. */
export const readThresholds = (path: string | undefined): Thresholds =>
  (path ? readEvalFile(path).thresholds : undefined) ?? {};
