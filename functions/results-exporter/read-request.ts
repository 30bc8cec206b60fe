import { describeIssues } from '../../contracts/describe-issues.ts';
import { RollcallError } from '../../contracts/errors.ts';
import { type ExportRequest, exportRequestSchema } from '../../contracts/export.ts';

export function readRequest(event: unknown): ExportRequest {
  const request = exportRequestSchema.safeParse(event);
  if (request.success) return request.data;
  throw new RollcallError(
    'InvalidExportRequest',
    `The export cannot be made: ${describeIssues(request.error).join('; ')}.`,
  );
}
