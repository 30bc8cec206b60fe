import type { BulkJob } from '../../contracts/bulk-job.ts';
import type { BulkItem } from '../bulk/bulk-body.ts';
import { fingerprint } from '../row-identity.ts';

/** Our own key of a job: the same rows of the same pass always have the same one. */
export const jobKey = (evaluationId: string, attempt: number, batch: number, firstRow: number): string =>
  `rc-${fingerprint(JSON.stringify(['bulk job', evaluationId, attempt, batch, firstRow]))}`;

/** What the API knows an item of a job by: letters, digits and dashes, 64 at most. */
export const itemId = (key: string, index: number): string => `${key}-${index}`;

/** The item's place in its job, of an id of ours. */
export function indexOfId(key: string, id: unknown): number | undefined {
  if (typeof id !== 'string' || !id.startsWith(`${key}-`)) return undefined;
  const index = id.slice(key.length + 1);
  return /^\d+$/.test(index) ? Number(index) : undefined;
}

/** The item as the job takes it: the row's mapped input to the letter, below an id of ours. */
export function jobItem(item: BulkItem, wrapper: BulkJob['item'], id: string): BulkItem {
  if (!wrapper) return item;
  const { idField, inputField, fields } = wrapper;
  const members = [
    ...Object.entries({ [idField]: id, ...fields }).map(
      ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`,
    ),
    `${JSON.stringify(inputField)}:${item.text}`,
  ];
  return { ...item, text: `{${members.join(',')}}`, value: { [idField]: id, ...fields, [inputField]: item.value } };
}
