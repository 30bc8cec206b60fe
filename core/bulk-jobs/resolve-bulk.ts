import type { BulkConfig } from '../../contracts/bulk-config.ts';
import { type BulkJob, JOB_DEFAULTS } from '../../contracts/bulk-job.ts';
import { defined } from '../defined.ts';
import { PRESETS } from './presets.ts';

type Settled = 'maxItemsPerCall' | 'maxBytesPerCall' | 'onReject';

/** A bulk configuration with everything that its preset and the defaults bring along. */
export type Bulk = Omit<BulkConfig, Settled | 'job'> & Required<Pick<BulkConfig, Settled>> & { readonly job?: BulkJob };

const MIB = 1024 * 1024;
/** A function holds a job's items in memory, several times over. */
export const LARGEST_JOB_BYTES = 20 * MIB;
const LARGEST_JOB_ITEMS = 50_000;

export function resolveBulk(given: BulkConfig, endpointUrl: string): Bulk {
  const preset = given.preset && PRESETS[given.preset](new URL(endpointUrl), given.presetOptions ?? {});
  const ownJob = defined({ ...given.job });
  const job = preset || given.job ? ({ ...JOB_DEFAULTS, ...preset?.job, ...ownJob } as BulkJob) : undefined;
  const largest = { items: LARGEST_JOB_ITEMS, bytes: LARGEST_JOB_BYTES };
  const { maxItems = largest.items, maxBytes = largest.bytes } = preset ?? {};
  return {
    ...given,
    ...(preset && { payloadTransform: preset.payloadTransform, wrapperKey: preset.wrapperKey }),
    maxItemsPerCall: Math.min(given.maxItemsPerCall ?? largest.items, maxItems, largest.items),
    maxBytesPerCall: Math.min(given.maxBytesPerCall ?? (job ? largest.bytes : 5 * MIB), maxBytes, largest.bytes),
    responseMapping: { ...preset?.responseMapping, ...defined(given.responseMapping) },
    onReject: given.onReject ?? (preset ? 'fail' : 'individual'),
    job,
  };
}
