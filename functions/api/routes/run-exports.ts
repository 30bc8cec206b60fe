import { setTimeout as sleep } from 'node:timers/promises';
import { GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Installation } from '../../../client/connect/installation.ts';
import { raisedByFunction } from '../../../client/connect/invoke.ts';
import { exportResults } from '../../../client/runs/export-results.ts';
import { exportedRunSchema, exportQuerySchema, exportRunSchema, runParamsSchema } from '../../../contracts/api/runs.ts';
import { RollcallError } from '../../../contracts/errors.ts';
import { exportPart } from '../../../contracts/export.ts';
import { exportKey } from '../../../contracts/storage-keys.ts';
import { failedExport } from '../../../core/export/failed-export.ts';
import type { RunRecord } from '../../../domain/run-records/run-record.ts';
import { findRun } from '../find-run.ts';
import { type Route, route } from '../route.ts';

/** An API answers within 29 seconds; an export goes on without it. */
const PATIENCE_MS = 20_000;
const LINK_SECONDS = 15 * 60;

export const runExportRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/v1/runs/{id}/export',
    summary: 'Exports the results to a file. Poll a longer export with GET.',
    role: 'viewer',
    params: runParamsSchema,
    body: exportRunSchema,
    answer: exportedRunSchema,
    async handler({ caller, params, body }, dependencies) {
      const { installation } = dependencies;
      const { evaluation_id: evaluationId } = await findRun(params.id, caller, dependencies);
      const [format, part] = [body.format, exportPart(body)];
      const key = exportKey(evaluationId, format, '', part);
      const before = await writtenAt(key, installation);
      const since = new Date().toISOString();
      const exporting = exportResults(evaluationId, body, installation);
      const answer = await Promise.race([exporting, sleep(PATIENCE_MS, undefined, { ref: false })]);
      if (!answer) {
        // A function that dies says nothing itself. This one hears of it if it is still awake: who waits asks every few seconds.
        exporting.catch((error) =>
          installation.runs.noteFailedExport(evaluationId, failedExport(key, error)).catch(() => {}),
        );
        return { status: 'running' as const, ask: { format, part, before, since } };
      }
      return { status: 'done' as const, rows: answer.rows, url: await linkTo(keyOf(answer.s3Uri), installation) };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/runs/{id}/export',
    summary: 'Returns a link to the latest export, or to the one that POST started.',
    role: 'viewer',
    params: runParamsSchema,
    query: exportQuerySchema,
    answer: exportedRunSchema,
    async handler({ caller, params, query: ask }, dependencies) {
      const { installation } = dependencies;
      const record = await findRun(params.id, caller, dependencies);
      const { evaluation_id: evaluationId, export_uri: latest } = record;
      if (ask.before === undefined) {
        if (!latest) throw new RollcallError('NothingToExport', `Run ${params.id} has no export.`);
        return { status: 'done' as const, url: await linkTo(keyOf(latest), installation) };
      }
      const key = exportKey(evaluationId, ask.format, '', ask.part);
      if ((await writtenAt(key, installation)) === ask.before) {
        refuseFailed(record, key, ask.since);
        return { status: 'running' as const, ask };
      }
      return { status: 'done' as const, url: await linkTo(key, installation) };
    },
  }),
];

/** The exporter notes why it gave up; who asked did not wait so long. */
function refuseFailed({ export_failed: failed }: RunRecord, key: string, since: string | undefined): void {
  if (failed?.key === key && since !== undefined && failed.at >= since) throw raisedByFunction(failed);
}

const keyOf = (s3Uri: string): string => decodeURIComponent(new URL(s3Uri).pathname.slice(1));

function linkTo(Key: string, { clients, outputs }: Installation): Promise<string> {
  const command = new GetObjectCommand({ Bucket: outputs.DataBucketName, Key });
  return getSignedUrl(clients.s3, command, { expiresIn: LINK_SECONDS });
}

/** Tells a new file from the one that was there before, which may hold the same. */
async function writtenAt(Key: string, { clients, outputs }: Installation): Promise<string> {
  try {
    const { LastModified } = await clients.s3.send(new HeadObjectCommand({ Bucket: outputs.DataBucketName, Key }));
    return LastModified?.toISOString() ?? '';
  } catch (error) {
    if ((error as Error).name === 'NotFound') return 'never';
    throw error;
  }
}
