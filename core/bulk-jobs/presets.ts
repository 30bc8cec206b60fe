import type { BulkConfig } from '../../contracts/bulk-config.ts';
import type { GivenJob, JobPreset } from '../../contracts/bulk-job.ts';
import { anthropicBatches } from './anthropic-batches.ts';
import { openaiBatches } from './openai-batches.ts';
import { salesforceBulk2 } from './salesforce-bulk-2.ts';

/** What is known of a provider's batch API. */
export interface Preset {
  readonly job: GivenJob;
  readonly payloadTransform: BulkConfig['payloadTransform'];
  readonly wrapperKey?: string;
  /** The provider's own limits. */
  readonly maxItems: number;
  readonly maxBytes: number;
  readonly responseMapping: BulkConfig['responseMapping'];
}

/** @param url the address a single row is sent to; that of the batch API follows from it */
export type PresetOf = (url: URL, options: Readonly<Record<string, string>>) => Preset;

export const PRESETS: Readonly<Record<JobPreset, PresetOf>> = {
  'anthropic-batches': anthropicBatches,
  'openai-batches': openaiBatches,
  'salesforce-bulk-2': salesforceBulk2,
};
