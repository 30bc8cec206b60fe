import { setTimeout as sleep } from 'node:timers/promises';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Installation } from '../../../client/connect/installation.ts';
import { exportResults } from '../../../client/runs/export-results.ts';
import { exportedRunSchema, exportRunSchema, runParamsSchema } from '../../../contracts/api/runs.ts';
import { RollcallError } from '../../../contracts/errors.ts';
import { findRun } from '../find-run.ts';
import { type Route, route } from '../route.ts';

/** An API answers within 29 seconds; an export goes on without it. */
const PATIENCE_MS = 20_000;
const LINK_SECONDS = 15 * 60;

export const runExportRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/v1/runs/{id}/export',
    summary: 'Writes the results into one file. What takes longer than some seconds goes on; ask with GET.',
    role: 'viewer',
    params: runParamsSchema,
    body: exportRunSchema,
    answer: exportedRunSchema,
    async handler({ caller, params, body }, dependencies) {
      const { installation } = dependencies;
      const { evaluation_id: evaluationId } = await findRun(params.id, caller, dependencies);
      const exporting = exportResults(evaluationId, body, installation);
      const answer = await Promise.race([exporting, sleep(PATIENCE_MS, undefined, { ref: false })]);
      if (!answer) {
        exporting.catch(() => {});
        return { status: 'running' as const };
      }
      return { status: 'done' as const, rows: answer.rows, url: await linkTo(answer.s3Uri, installation) };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/runs/{id}/export',
    summary: 'Where to download the latest export.',
    role: 'viewer',
    params: runParamsSchema,
    answer: exportedRunSchema,
    async handler({ caller, params }, dependencies) {
      const { export_uri: uri } = await findRun(params.id, caller, dependencies);
      if (!uri) throw new RollcallError('NothingToExport', `Run ${params.id} has no export.`);
      return { status: 'done' as const, url: await linkTo(uri, dependencies.installation) };
    },
  }),
];

function linkTo(s3Uri: string, { clients }: Installation): Promise<string> {
  const { hostname: Bucket, pathname } = new URL(s3Uri);
  const command = new GetObjectCommand({ Bucket, Key: decodeURIComponent(pathname.slice(1)) });
  return getSignedUrl(clients.s3, command, { expiresIn: LINK_SECONDS });
}
