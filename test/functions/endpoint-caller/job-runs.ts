import { setTimeout as sleep } from 'node:timers/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { bulkConfigSchema } from '../../../contracts/bulk-config.ts';
import { type CallerAnswer, type CallerEvent, endpointEventSchema } from '../../../contracts/caller.ts';
import type { DatasetRow } from '../../../contracts/dataset-row.ts';
import { endpointSchema } from '../../../contracts/endpoint.ts';
import { endpointTarget } from '../../../functions/endpoint-caller/endpoint-target.ts';
import { JobStore } from '../../../functions/endpoint-caller/jobs/job-store.ts';
import { workEndpoint } from '../../../functions/endpoint-caller/work-endpoint.ts';
import { ANYTHING, datasetRow, type RunChanges, type startCallerCloud, type TestRun } from '../caller-cloud.ts';

export const questions = (count: number): DatasetRow[] =>
  Array.from({ length: count }, (_, n) =>
    datasetRow({ sample_id: `q-${n}`, row_index: n, input: JSON.stringify({ question: `q-${n}` }), expected: null }),
  );

/** What a row is in each API, and how its single endpoint is called. */
export const APIS = {
  'anthropic-batches': {
    path: '/v1/messages',
    headers: { 'anthropic-version': '2023-06-01' },
    inputMapping:
      '{ "model": "claude-sonnet-4-5", "max_tokens": 100, "messages": [{ "role": "user", "content": input.question }] }',
    bulk: {},
  },
  'openai-batches': {
    path: '/v1/chat/completions',
    headers: {},
    inputMapping: '{ "model": "gpt-4o", "messages": [{ "role": "user", "content": input.question }] }',
    bulk: {},
  },
  'salesforce-bulk-2': {
    path: '/services/data/v62.0/sobjects/Account',
    headers: {},
    inputMapping: '{ "Name": input.question, "Row__c": sample_id }',
    bulk: { responseMapping: { itemIdField: 'Row__c' } },
  },
} as const;
export type ApiName = keyof typeof APIS;

interface JobRun {
  readonly url: string;
  readonly api: ApiName;
  readonly rows: DatasetRow[];
  readonly bulk?: Record<string, unknown>;
  readonly run?: RunChanges;
  readonly maxConcurrency?: number;
}

/** The function was ended from outside. */
export class Killed extends Error {}

/** A client whose user is killed at its nth request, before it is carried out or after that. */
export function killedAt(s3: S3Client, nth: number, moment: 'before' | 'after'): S3Client {
  let requests = 0;
  const send = async (command: Parameters<S3Client['send']>[0]) => {
    requests += 1;
    if (requests >= nth && moment === 'before') throw new Killed();
    const answer = await s3.send(command);
    if (requests >= nth) throw new Killed();
    return answer;
  };
  return new Proxy(s3, { get: (target, name) => (name === 'send' ? send : Reflect.get(target, name)) });
}

/** A run whose rows go as jobs. */
export async function jobRun(
  cloud: Awaited<ReturnType<typeof startCallerCloud>>,
  { url, api, rows, bulk, run: changes, maxConcurrency = 4 }: JobRun,
) {
  const { path, headers, inputMapping, bulk: own } = APIS[api];
  const endpoint = endpointSchema.parse({ url: `${url}${path}`, headers, allowPrivateAddresses: true });
  const bulkConfig = bulkConfigSchema.parse({
    preset: api,
    ...own,
    ...bulk,
    job: { pollSeconds: 1, lookupSeconds: 0, ...(bulk?.job as object) },
  });
  const run = await cloud.newRun(
    { executionMode: 'endpoint', endpoint, bulkConfig, inputMapping, ...changes },
    { max_concurrency: maxConcurrency },
    rows,
  );
  return { run, ...workOf(cloud, run) };
}

/** Works on the batch of a run. */
export function workOf(cloud: Awaited<ReturnType<typeof startCallerCloud>>, run: TestRun) {
  const secrets = new SecretsManagerClient();
  const invoke = (event: CallerEvent = run.event(), s3: S3Client = cloud.s3): Promise<CallerAnswer> => {
    const jobs = (id: string) => new JobStore(s3, cloud.bucket, id);
    const ofJobs = { secrets, bindings: ANYTHING, jobs };
    return workEndpoint(ofJobs)(endpointEventSchema.parse(event), endpointTarget(ofJobs), run.ports(), () => 900_000);
  };
  return {
    invoke,
    /** Invokes until the batch is done, as the state machine does, only sooner. Answers how often it waited. */
    async done(first: CallerEvent = run.event()): Promise<number> {
      let event = first;
      for (let waits = 0; ; waits++) {
        const answer = await invoke(event);
        if (answer.outcome === 'done') return waits;
        await sleep(Math.min(answer.seconds * 1_000, SOONER_MS));
        event = { ...event, crashes: 0, resume: answer.resume };
      }
    },
  };
}

const SOONER_MS = 50;
