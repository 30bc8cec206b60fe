import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, query } from './call.ts';

export interface Dataset {
  datasetId: string;
  rows: number;
  name?: string;
  version?: number;
  sourceName?: string;
  importedAt?: string;
}
export interface DatasetRowView {
  sampleId: string;
  rowIndex: number;
  input: unknown;
  expected?: string;
  metadata?: unknown;
}

const pathOf = (id: string): string => `datasets/${encodeURIComponent(id)}`;

export const useDatasets = () =>
  useQuery({ queryKey: ['datasets'], queryFn: ({ signal }) => call<{ datasets: Dataset[] }>('datasets', { signal }) });

export const useDataset = (id: string) =>
  useQuery({
    queryKey: ['dataset', id],
    enabled: id !== '',
    queryFn: ({ signal }) => call<Dataset>(pathOf(id), { signal }),
  });

export const useDatasetRows = (id: string) =>
  useInfiniteQuery({
    queryKey: ['dataset-rows', id],
    enabled: id !== '',
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      call<{ rows: DatasetRowView[]; cursor?: string }>(`${pathOf(id)}/rows${query({ cursor: pageParam })}`, {
        signal,
      }),
    getNextPageParam: ({ cursor }) => cursor,
  });

export function useDeleteDataset(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call<unknown>(pathOf(id), { method: 'DELETE' }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['datasets'] }),
  });
}

/** How a file is read; the names of `rollcall dataset import`. */
export interface ReadOptions {
  readonly format?: 'csv' | 'json' | 'jsonl';
  readonly delimiter?: string;
  readonly idColumn?: string;
  readonly expectedColumn?: string | false;
  readonly jsonColumns?: readonly string[];
  readonly fields?: readonly string[];
  readonly map?: Readonly<Record<string, string>>;
}
export interface Preview {
  format: string;
  encoding: string;
  delimiter?: string;
  columns: { name: string; place: string; type: string }[];
  rows: number;
  sample: Record<string, unknown>[];
  mapping?: { pairs: { field: string; column: string }[]; unmapped: string[]; missing: string[]; jsonata: string };
  warnings: string[];
}
export interface Uploaded {
  readonly uploadId: string;
  readonly fileName: string;
}

/** Sends a file straight to the bucket, not through the API. */
export async function uploadFile(file: File): Promise<Uploaded> {
  const { uploadId, url, headers } = await call<{ uploadId: string; url: string; headers?: Record<string, string> }>(
    'uploads',
    { method: 'POST', body: { name: file.name, bytes: file.size } },
  );
  const answer = await fetch(url, { method: 'PUT', body: file, headers });
  if (!answer.ok) throw new Error(`The file did not arrive: the bucket answered with status ${answer.status}.`);
  return { uploadId, fileName: file.name };
}

export const previewUpload = (upload: Uploaded, options: ReadOptions, signal?: AbortSignal) =>
  call<Preview>('datasets/preview', { method: 'POST', body: { uploadId: upload.uploadId, options }, signal });

export function useImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { uploadId: string; name: string; options: ReadOptions }) =>
      call<{ datasetId: string; rows: number; created: boolean; warnings: string[] }>('datasets', {
        method: 'POST',
        body,
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['datasets'] }),
  });
}
