import { setTimeout as sleep } from 'node:timers/promises';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { CallerEvent } from '../../../contracts/caller.ts';
import type { DatasetRow } from '../../../contracts/dataset-row.ts';
import { endpointSchema } from '../../../contracts/endpoint.ts';
import { workBatch } from '../../../functions/caller/batch-worker.ts';
import { endpointTarget } from '../../../functions/endpoint-caller/endpoint-target.ts';
import { datasetRow, type RunChanges, type startCallerCloud, type TestRun } from '../caller-cloud.ts';

const ports = { secrets: new SecretsManagerClient(), bindings: { secrets: [] } };

export const items = (count: number, prefix: string): DatasetRow[] =>
  Array.from({ length: count }, (_, n) =>
    datasetRow({ sample_id: `${prefix}-${n}`, row_index: n, input: JSON.stringify({ id: `${prefix}-${n}` }) }),
  );

/** A run of an endpoint, dealt out to children as a real one is. */
export async function endpointRun(
  cloud: Awaited<ReturnType<typeof startCallerCloud>>,
  options: { url: string; rows: DatasetRow[]; maxConcurrency: number; run?: RunChanges },
): Promise<{ run: TestRun; done: () => Promise<void> }> {
  const { url, rows, maxConcurrency } = options;
  const children = Math.ceil(maxConcurrency / 25);
  const endpoint = endpointSchema.parse({ url, allowPrivateAddresses: true });
  const record = { max_concurrency: maxConcurrency, children };
  const run = await cloud.newRun({ executionMode: 'endpoint', endpoint, ...options.run }, record, rows);
  const each = Math.ceil(rows.length / children);
  const batches = await Promise.all(
    Array.from({ length: children }, (_, index) => run.putRows(rows.slice(index * each, (index + 1) * each), index)),
  );
  return {
    run,
    done: async () => {
      await Promise.all(batches.map((batch) => untilDone(run, { ...run.event(), batch })));
    },
  };
}

/** Invokes until the batch is done, as the state machine does. */
async function untilDone(run: TestRun, first: CallerEvent): Promise<void> {
  for (let event = first; ; ) {
    const answer = await workBatch(event, endpointTarget(ports), run.ports(), () => 900_000);
    if (answer.outcome === 'done') return;
    await sleep(answer.seconds * 1000);
    event = { ...event, resume: answer.resume };
  }
}
