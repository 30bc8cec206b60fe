import { AwsError } from '../aws-error.ts';
import type { FunctionRecord } from './function-record.ts';

/** A change that names the revision it was made for is refused when the function has changed meanwhile. */
export function checkRevision(record: FunctionRecord, revisionId: unknown): void {
  if (revisionId === undefined || revisionId === record.revisionId) return;
  throw new AwsError(
    'PreconditionFailedException',
    'The RevisionId provided does not match the latest RevisionId. Call the GetFunction/GetAlias API to retrieve the latest RevisionId',
    412,
  );
}
