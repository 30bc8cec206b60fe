import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectDatasets } from '../../../client/connect/connect-datasets.ts';
import { invokeLater } from '../../../client/connect/invoke.ts';
import { readImport, writeImport } from '../../../client/datasets/import-status.ts';
import { findDataset } from '../../../client/datasets/show-dataset.ts';
import { findUpload, keepRows, openUpload } from '../../../client/datasets/uploads.ts';
import {
  type DatasetImport,
  datasetParamsSchema,
  importParamsSchema,
  importSchema,
  newDatasetSchema,
  newUploadSchema,
  previewRequestSchema,
  uploadSchema,
} from '../../../contracts/api/datasets.ts';
import { ERRORS, type ErrorName, RollcallError } from '../../../contracts/errors.ts';
import type { ImporterEvent } from '../../../contracts/importer.ts';
import { ownId } from '../../../contracts/tenant.ts';
import type { ApiDependencies } from '../dependencies.ts';
import { type Caller, type Route, route } from '../route.ts';

/** What takes longer goes on, and is asked for by its id. */
const PATIENCE_MS = 15_000;
const LOOK_MS = 100;

/** Distributes over the kinds of events. */
type Asked<Event> = Event extends ImporterEvent ? Omit<Event, 'importId' | 'tenant'> : never;

/** Datasets in and out. The work is done by a function of its own, which no request ends. */
export const importRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/api/v1/uploads',
    summary: 'Creates an upload for datasets/preview and datasets.',
    role: 'operator',
    body: newUploadSchema,
    answer: uploadSchema,
    status: 201,
    handler: ({ caller, body }, { installation }) => openUpload(caller.tenant, body.fileName, installation),
  }),
  route({
    method: 'POST',
    path: '/api/v1/datasets/preview',
    summary: 'Shows what an import of a file or rows would do. Nothing is saved.',
    role: 'operator',
    body: previewRequestSchema,
    answer: importSchema,
    async handler({ caller, body: { uploadId, rows, limit, ...options } }, dependencies) {
      const fileId = await fileOf({ uploadId, rows }, caller, dependencies);
      return begun({ action: 'preview', fileId, options, limit }, caller, dependencies);
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/datasets',
    summary: 'Imports a file or rows as a dataset, completely or not at all.',
    role: 'operator',
    body: newDatasetSchema,
    answer: importSchema,
    status: 202,
    idempotent: true,
    async handler({ caller, body: { uploadId, rows, name, ...options } }, dependencies) {
      const fileId = await fileOf({ uploadId, rows }, caller, dependencies);
      return begun({ action: 'store', fileId, options, name }, caller, dependencies);
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/imports/{id}',
    summary: 'Returns the state of a preview, import or deletion.',
    role: 'viewer',
    params: importParamsSchema,
    answer: importSchema,
    handler: ({ caller, params }, { installation }) =>
      readImport(caller.tenant, params.id, connectDatasets(installation)),
  }),
  route({
    method: 'DELETE',
    path: '/api/v1/datasets/{id}',
    summary: 'Deletes a dataset that no run is using. Results are kept.',
    role: 'operator',
    params: datasetParamsSchema,
    answer: importSchema,
    async handler({ caller, params: { id } }, dependencies) {
      const datasetId = ownId(caller.tenant, id);
      await findDataset(datasetId, connectDatasets(dependencies.installation));
      return begun({ action: 'delete', datasetId }, caller, dependencies);
    },
  }),
];

/** The file that was sent, or that is made of the rows. */
async function fileOf(
  { uploadId, rows = [] }: { uploadId?: string; rows?: readonly object[] },
  { tenant }: Caller,
  { installation }: ApiDependencies,
): Promise<string> {
  const deps = connectDatasets(installation);
  if (uploadId === undefined) return keepRows(tenant, rows, deps);
  await findUpload(tenant, uploadId, deps);
  return uploadId;
}

/** Has it done, and waits for its end as long as a request can. */
async function begun(
  asked: Asked<ImporterEvent>,
  { tenant }: Caller,
  { installation, datasetImporterFunction }: ApiDependencies,
): Promise<DatasetImport> {
  const deps = connectDatasets(installation);
  const event = { ...asked, importId: randomUUID(), tenant } as ImporterEvent;
  await writeImport(tenant, { importId: event.importId, status: 'running' }, deps);
  await invokeLater(datasetImporterFunction, event, installation.clients.lambda);
  for (const end = Date.now() + PATIENCE_MS; ; await sleep(LOOK_MS)) {
    const found = await readImport(tenant, event.importId, deps);
    if (found.status === 'failed') throw failureOf(found);
    if (found.status === 'done' || Date.now() > end) return found;
  }
}

function failureOf({ error }: DatasetImport): Error {
  const { code = '', message = '', details } = error ?? {};
  if (!Object.hasOwn(ERRORS, code)) return new Error(message);
  return new RollcallError(code as ErrorName, message, { details });
}
