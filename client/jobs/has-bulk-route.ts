import type { RunRecord } from '../../contracts/run-record.ts';
import { isObject, parseJson } from '../../core/json.ts';

/** Whether the items of a job go through the bulk endpoint of its target. */
export function hasBulkRoute({ config }: Pick<RunRecord, 'config'>): boolean {
  const parsed = parseJson(config);
  return isObject(parsed) && parsed.bulkConfig !== undefined;
}
