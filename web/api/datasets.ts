import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Dataset, DatasetRowView } from '../../contracts/api/datasets.ts';
import { ApiError, call, query } from './call.ts';

const pathOf = (id: string): string => `datasets/${encodeURIComponent(id)}`;

export const useDatasets = () =>
  useQuery({
    queryKey: ['datasets'],
    queryFn: ({ signal }) => call<{ datasets: Dataset[] }>('datasets', { signal }),
  });

export const useDataset = (id: string) =>
  useQuery({
    queryKey: ['dataset', id],
    enabled: id !== '',
    queryFn: ({ signal }) => call<Dataset>(pathOf(id), { signal }),
  });

/** The first rows, to look at and to try mappings on. */
export const useDatasetRows = (id: string) =>
  useQuery({
    queryKey: ['dataset-rows', id],
    enabled: id !== '',
    queryFn: ({ signal }) => call<{ rows: DatasetRowView[] }>(`${pathOf(id)}/rows${query({ limit: 500 })}`, { signal }),
  });

/** How a file is read; the names of `rollcall dataset import`. */
export interface ReadOptions {
  readonly idColumn?: string;
  readonly expectedColumn?: string | false;
  readonly jsonColumns?: string[];
}
export interface Preview {
  readonly format: string;
  readonly encoding: string;
  readonly delimiter?: string;
  readonly columns: readonly { readonly name: string; readonly type: string; readonly place?: string }[];
  readonly rows: number;
  readonly sample: readonly Readonly<Record<string, unknown>>[];
  readonly warnings: readonly string[];
}
interface Import {
  readonly importId: string;
  readonly status: 'importing' | 'done' | 'failed';
  readonly dataset?: { readonly datasetId: string; readonly rows: number };
  readonly error?: { readonly code: string; readonly message: string };
}
export interface Uploaded {
  readonly uploadId: string;
  readonly fileName: string;
}

/** Sends a file straight to the bucket, not through the API. */
export async function uploadFile(file: File): Promise<Uploaded> {
  const body = { fileName: file.name };
  const asked = call<{ uploadId: string; url: string }>('uploads', { method: 'POST', body });
  const { uploadId, url } = await asked.catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    throw new ApiError(
      404,
      error.code,
      `The API here takes no files yet. From a terminal: rollcall dataset import ${file.name}`,
    );
  });
  const answer = await fetch(url, { method: 'PUT', body: file });
  if (!answer.ok) throw new Error(`The file did not arrive: the bucket answered with status ${answer.status}.`);
  return { uploadId, fileName: file.name };
}

export const previewUpload = ({ uploadId }: Uploaded, options: ReadOptions, signal?: AbortSignal) =>
  call<Preview>('datasets/preview', { method: 'POST', body: { uploadId, ...options }, signal });

const IMPORT_LOOK_MS = 500;

/** Starts an import and waits for its end. */
export function useImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: ReadOptions & { uploadId: string; name: string }) => {
      let done = await call<Import>('datasets', { method: 'POST', body });
      while (done.status === 'importing') {
        await new Promise((resolve) => setTimeout(resolve, IMPORT_LOOK_MS));
        done = await call<Import>(`imports/${done.importId}`);
      }
      if (!done.dataset)
        throw new ApiError(400, done.error?.code ?? 'ImportFailed', done.error?.message ?? 'The import failed.');
      return done.dataset;
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['datasets'] }),
  });
}
