import { RollcallError } from '../../contracts/errors.ts';
import { type ExportRequest, exportRequestSchema } from '../../contracts/export.ts';
import { evaluationIdSchema } from '../../contracts/ids.ts';

export function readRequest(event: unknown): ExportRequest {
  const request = exportRequestSchema.safeParse(event);
  if (request.success) return request.data;
  const problems = request.error.issues.map(({ path, message }) => {
    const field = path.join('.');
    return field && !message.startsWith(field) ? `${field}: ${message}` : message;
  });
  throw new RollcallError('InvalidExportRequest', `The export cannot be made: ${problems.join('; ')}.`);
}

const EXECUTION_ARN = /^arn:[^:]+:states:[^:]+:[^:]+:execution:[^:]+:([^:]+)$/;

/** An evaluation has the name of its first execution. */
export function evaluationIdOf({ evaluationId, executionId = '' }: ExportRequest): string {
  if (evaluationId) return evaluationId;
  const id = evaluationIdSchema.safeParse(EXECUTION_ARN.exec(executionId)?.[1] ?? executionId);
  if (id.success) return id.data;
  throw new RollcallError(
    'InvalidExportRequest',
    `executionId ${JSON.stringify(executionId)} is neither an execution's ARN nor its name: ${id.error.issues[0]?.message}.`,
  );
}
