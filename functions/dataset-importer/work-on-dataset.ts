import { connectDatasets } from '../../client/connect/connect-datasets.ts';
import type { Installation } from '../../client/connect/installation.ts';
import { writeImport } from '../../client/datasets/import-status.ts';
import { deleteDataset, importDataset, previewDataset } from '../../client/datasets/index.ts';
import { readUpload } from '../../client/datasets/uploads.ts';
import type { DatasetImport } from '../../contracts/api/datasets.ts';
import { SHOWN_CHARACTERS } from '../../contracts/api/rows.ts';
import { RollcallError } from '../../contracts/errors.ts';
import type { ImporterEvent } from '../../contracts/importer.ts';
import { ownerOf } from '../../contracts/tenant.ts';
import { cutText } from '../../core/cut-text.ts';
import { DatasetError } from '../../core/dataset/dataset-error.ts';
import { asText } from '../../core/json.ts';

/** Does what the API was asked for, and writes down what came of it. */
export async function workOnDataset(event: ImporterEvent, installation: Installation): Promise<DatasetImport> {
  const { importId, tenant } = event;
  const deps = connectDatasets(installation);
  const status = await done(event, installation).then(
    (result): DatasetImport => ({ importId, status: 'done', ...result }),
    (error: unknown): DatasetImport => ({ importId, status: 'failed', error: refusal(error) }),
  );
  await writeImport(tenant, status, deps);
  return status;
}

async function done(event: ImporterEvent, installation: Installation): Promise<Partial<DatasetImport>> {
  const deps = connectDatasets(installation);
  const { tenant } = event;
  if (event.action === 'delete') {
    await deleteDataset(event.datasetId, deps);
    return { deleted: ownerOf(event.datasetId).id };
  }
  const { source, format } = await readUpload(tenant, event.fileId, deps);
  const options = { ...event.options, ...(format && { format }) };
  if (event.action === 'preview') {
    const preview = shown(await previewDataset(source, options, event.limit));
    return { preview: { ...preview, sample: preview.sample.map(cutCells) } };
  }
  const dataset = await importDataset(source, { ...options, name: event.name, tenant }, deps);
  return { dataset: { ...shown(dataset), datasetId: ownerOf(dataset.datasetId).id } };
}

/** A cell may be long; a preview shows where it begins. */
const cutCells = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const text = asText(value);
      return [name, text.length > SHOWN_CHARACTERS ? cutText(text, SHOWN_CHARACTERS) : value];
    }),
  );

/** Readonly lists become the contract's. */
const shown = <T>(value: T): Mutable<T> => value as Mutable<T>;
type Mutable<T> = T extends readonly (infer Item)[]
  ? Mutable<Item>[]
  : T extends object
    ? { -readonly [K in keyof T]: Mutable<T[K]> }
    : T;

/** What the client is told. A failure nobody foresaw is told without its text. */
function refusal(error: unknown): NonNullable<DatasetImport['error']> {
  if (!(error instanceof RollcallError)) {
    return { code: 'InternalError', message: 'The import failed here. Its id is in the log of the importer.' };
  }
  const { line, column } = error instanceof DatasetError ? error : {};
  return {
    code: error.name,
    message: error.message,
    ...((line !== undefined || column !== undefined) && { details: { line, column } }),
  };
}
