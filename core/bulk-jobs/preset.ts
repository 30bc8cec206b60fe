import type { BulkConfig } from '../../contracts/bulk-config.ts';
import type { GivenJob } from '../../contracts/bulk-job.ts';

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
