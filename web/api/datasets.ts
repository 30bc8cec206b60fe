import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type * as z from 'zod';
import type {
  Dataset,
  DatasetImport,
  DatasetPreview,
  DatasetRowView,
  ImportedDataset,
  readOptionsSchema,
} from '../../contracts/api/datasets.ts';
import { ApiError, call, query } from './call.ts';

const pathOf = (id: string): string => `datasets/${encodeURIComponent(id)}`;

export const useDatasets = () =>
  useQuery({
    queryKey: ['datasets'],
    queryFn: ({ signal }) => call<{ datasets: Dataset[] }>('datasets', { signal }),
  });

/** What people call the datasets, by their ids; one that is unknown is called by its id. */
export function useDatasetNames() {
  const { data } = useDatasets();
  return useMemo(() => {
    const names = new Map(data?.datasets.map(({ datasetId, name }) => [datasetId, name ?? datasetId]));
    return { names, nameOf: (id: string) => names.get(id) ?? id };
  }, [data]);
}

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
export type ReadOptions = z.input<typeof readOptionsSchema>;
export interface Uploaded {
  readonly uploadId: string;
  readonly fileName: string;
}

/** Sends a file straight to the bucket, not through the API. */
export async function uploadFile(file: File): Promise<Uploaded> {
  const { uploadId, url } = await call<{ uploadId: string; url: string }>('uploads', {
    method: 'POST',
    body: { fileName: file.name },
  });
  const answer = await fetch(url, { method: 'PUT', body: file }).catch(() => undefined);
  if (!answer?.ok) {
    const why = answer ? `the bucket answered with status ${answer.status}` : 'the bucket does not answer';
    throw new Error(`The file did not arrive: ${why}.`);
  }
  return { uploadId, fileName: file.name };
}

/** Work that is done now, or that is looked at until it is. */
async function ended(begun: Promise<DatasetImport>, signal?: AbortSignal): Promise<DatasetImport> {
  let found = await begun;
  while (found.status === 'running') {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    found = await call<DatasetImport>(`imports/${found.importId}`, { signal });
  }
  const { error } = found;
  if (error) throw new ApiError(400, error.code, error.message, error.details);
  return found;
}

const LOOK_MS = 1000;

export async function previewUpload({ uploadId }: Uploaded, options: ReadOptions, signal?: AbortSignal) {
  const body = { uploadId, ...options };
  const { preview } = await ended(call('datasets/preview', { method: 'POST', body, signal }), signal);
  return preview as DatasetPreview;
}

/** Imports an upload and waits for its end. */
export function useImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: ReadOptions & { uploadId: string; name: string }) => {
      const { dataset } = await ended(call('datasets', { method: 'POST', body }));
      return dataset as ImportedDataset;
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['datasets'] }),
  });
}

/** Rows themselves, without a file. */
export function useAddRows() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: { name: string; rows: readonly Record<string, unknown>[] }) => {
      const { dataset } = await ended(call('datasets', { method: 'POST', body }));
      return dataset as ImportedDataset;
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['datasets'] }),
  });
}

export function useDeleteDataset(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => ended(call(pathOf(id), { method: 'DELETE' })),
    onSuccess: () => client.invalidateQueries({ queryKey: ['datasets'] }),
  });
}
