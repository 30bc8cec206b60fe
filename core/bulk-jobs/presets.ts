import type { JobPreset } from '../../contracts/bulk-job.ts';
import { anthropicBatches } from './anthropic-batches.ts';
import { openaiBatches } from './openai-batches.ts';
import type { PresetOf } from './preset.ts';
import { salesforceBulk2 } from './salesforce-bulk-2.ts';

export const PRESETS: Readonly<Record<JobPreset, PresetOf>> = {
  'anthropic-batches': anthropicBatches,
  'openai-batches': openaiBatches,
  'salesforce-bulk-2': salesforceBulk2,
};
