import type { Gates } from '../runs/check-gates.ts';
import { readEvalFile } from './read-eval-file.ts';

/** The thresholds and the baseline of an eval.yaml; none without a file. A variant is held against its own experiment by `compare`. */
export function readGates(path: string | undefined): Gates {
  if (!path) return {};
  const { thresholds, baseline, variants } = readEvalFile(path);
  return { thresholds, ...(!variants && { baseline }) };
}
