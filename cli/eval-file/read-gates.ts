import type { Gates } from '../runs/check-gates.ts';
import { readEvalFile } from './read-eval-file.ts';

/** The thresholds and baseline of an eval.yaml. Variants have no baseline here, because `compare` checks them within their experiment. */
export function readGates(path: string | undefined): Gates {
  if (!path) return {};
  const { thresholds, baseline, variants } = readEvalFile(path);
  return { thresholds, ...(!variants && { baseline }) };
}
