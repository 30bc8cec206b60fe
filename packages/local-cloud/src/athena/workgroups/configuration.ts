import { z } from 'zod';
import { invalidRequest } from '../errors.ts';

const SMALLEST_CUTOFF = 10_000_000;

export const configuration = z.looseObject({
  EnforceWorkGroupConfiguration: z.boolean().optional(),
  BytesScannedCutoffPerQuery: z.number().int().min(SMALLEST_CUTOFF).optional(),
  PublishCloudWatchMetricsEnabled: z.boolean().optional(),
  RequesterPaysEnabled: z.boolean().optional(),
  ResultConfiguration: z.looseObject({ OutputLocation: z.string().optional() }).optional(),
  EngineVersion: z.looseObject({ SelectedEngineVersion: z.string().optional() }).optional(),
});

export function checkLocation(location: string | undefined): void {
  if (location !== undefined && location !== '' && !/^s3:\/\/[^/]+(\/.*)?$/s.test(location)) {
    throw invalidRequest(`outputLocation is not a valid S3 path: ${location}`);
  }
}
