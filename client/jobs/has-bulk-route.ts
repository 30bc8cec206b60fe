import { isObject, parseJson } from '../../core/json.ts';
import type { RunRecord } from '../../domain/run-records/run-record.ts';

/** Whether the items of a job go through the bulk endpoint of its target. */
export function hasBulkRoute({ config }: Pick<RunRecord, 'config'>): boolean {
  const parsed = parseJson(config);
  return isObject(parsed) && parsed.bulkConfig !== undefined;
}
