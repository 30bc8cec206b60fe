import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatasetImport } from '../../contracts/api/datasets.ts';
import type { ApiClient } from '../../test/support/api-client.ts';

/** Imports a file through the HTTP API, as an app would: an upload, a request, and looks until it is done. */
export async function sendFile(api: ApiClient, path: string) {
  const began = performance.now();
  const since = () => Number(((performance.now() - began) / 1000).toFixed(1));
  const fileName = basename(path);
  const { uploadId, url } = await api.data<{ uploadId: string; url: string }>('POST', 'uploads', { fileName });
  const sent = await fetch(url, { method: 'PUT', body: await openAsBlob(path) });
  if (!sent.ok) throw new Error(`The upload was answered with ${sent.status}.`);
  const uploaded = since();
  let found = await api.data<DatasetImport>('POST', 'datasets', { uploadId, idColumn: 'id', fields: ['question'] });
  const answered = since();
  const { status } = found;
  for (; found.status === 'running'; await sleep(200)) found = await api.data('GET', `imports/${found.importId}`);
  if (!found.dataset) throw new Error(`The import failed: ${JSON.stringify(found.error)}`);
  return { uploaded, answered, answeredWith: status, done: since(), dataset: found.dataset };
}
