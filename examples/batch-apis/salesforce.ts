import { csvRows } from '../../core/bulk/csv-rows.ts';
import { type Api, type ApiAnswer, NOT_FOUND, type Simulation } from './api.ts';
import type { Item } from './simulated-job.ts';

/** Salesforce's Bulk API 2.0: https://developer.salesforce.com/docs/platform/api-asynch/guide/bulk-api-2-0-ingest.html */
export const salesforce: Api = ({ method, path, body }, simulation): ApiAnswer | undefined => {
  const found = /^\/services\/data\/v[\d.]+\/jobs\/ingest(?:\/([^/]+))?(?:\/([^/]+))?\/?$/.exec(path);
  if (!found) return undefined;
  const [, id, part] = found;
  const { jobs, files, nextId, start } = simulation;
  if (id === undefined) {
    const made = nextId('750');
    files.set(made, '');
    return { json: jobOf(made, simulation) };
  }
  if (!files.has(id)) return NOT_FOUND;
  if (part === 'batches') {
    if (files.get(id) !== '')
      return { status: 409, json: [{ errorCode: 'INVALIDJOBSTATE', message: 'Data was uploaded already' }] };
    files.set(id, body);
    return { status: 201, text: '' };
  }
  if (method === 'PATCH') {
    const { state } = JSON.parse(body);
    if (state === 'Aborted') jobs.get(id)?.cancel();
    else if (!jobs.has(id)) {
      const job = start((csvRows(files.get(id) ?? '') ?? []) as Item[], id);
      return { json: jobOf(id, simulation), started: job };
    }
    return { json: jobOf(id, simulation) };
  }
  return part === undefined ? { json: jobOf(id, simulation) } : resultsOf(id, part, simulation);
};

function jobOf(id: string, { jobs }: Simulation) {
  const job = jobs.get(id);
  const state = !job ? 'Open' : job.isCancelled ? 'Aborted' : job.isDone ? 'JobComplete' : 'InProgress';
  return {
    id,
    state,
    object: 'Account',
    operation: 'insert',
    contentType: 'CSV',
    contentUrl: `services/data/v62.0/jobs/ingest/${id}/batches`,
    numberRecordsProcessed: job?.finished ?? 0,
    numberRecordsFailed: job?.isDone ? job.count('failed') : 0,
  };
}

function resultsOf(id: string, part: string, { jobs }: Simulation): ApiAnswer {
  const job = jobs.get(id);
  const [first] = job?.items ?? [];
  if (!job || !first) return NOT_FOUND;
  const columns = Object.keys(first);
  const csv = (own: string[], rows: string[][]): ApiAnswer => ({
    text: [[...own, ...columns], ...rows].map((row) => `${row.map(quoted).join(',')}\n`).join(''),
    contentType: 'text/csv',
  });
  const fieldsOf = (item: Item) => columns.map((name) => String(item[name] ?? ''));
  switch (part) {
    case 'successfulResults':
      return csv(
        ['sf__Id', 'sf__Created'],
        job.results('done').map(({ item, index }) => [`001-${index}`, 'true', ...fieldsOf(item)]),
      );
    case 'failedResults':
      return csv(
        ['sf__Id', 'sf__Error'],
        job.results('failed').map(({ item }) => ['', 'REQUIRED_FIELD_MISSING:Name:--', ...fieldsOf(item)]),
      );
    case 'unprocessedrecords':
      return csv(
        [],
        job.results('cancelled', 'expired').map(({ item }) => fieldsOf(item)),
      );
    default:
      return NOT_FOUND;
  }
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
