import type { BatchRequest, SubmittedJob } from '../../contracts/api/jobs.ts';
import { targetNameOf } from '../../contracts/target.ts';
import { ownerOf } from '../../contracts/tenant.ts';
import { checkItems } from '../../core/jobs/check-items.ts';
import { jobConfig } from '../../core/jobs/job-config.ts';
import type { Installation } from '../connect/installation.ts';
import { hasBulkRoute } from './has-bulk-route.ts';
import { openJob } from './open-job.ts';

/** Takes a batch in: checks it, keeps its items, and puts the job in its tenant's line. */
export async function submitBatch(
  tenant: string,
  request: BatchRequest,
  installation: Installation,
  /** The same key submits the same batch once, however often. */
  idempotencyKey?: string,
): Promise<SubmittedJob> {
  const name = targetNameOf({ integration: request.integrationSlug, action: request.actionSlug });
  const { target } = await installation.targets.read(tenant, name);
  const { valid, invalid } = await checkItems(request, target);
  const config = jobConfig(target, request.config);
  const record = await openJob({ tenant, targetName: name, config, items: valid, idempotencyKey }, installation);
  if (record.status === 'pending') await installation.jobs.join(record.evaluation_id);
  return {
    jobId: ownerOf(record.evaluation_id).id,
    status: record.status,
    itemCount: valid.length,
    hasBulkRoute: hasBulkRoute(record),
    ...(invalid.length > 0 && { skipped: [...invalid] }),
  };
}
