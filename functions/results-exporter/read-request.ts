import { RollcallError } from '../../contracts/errors.ts';
import { type ExportRequest, exportRequestSchema } from '../../contracts/export.ts';

export function readRequest(event: unknown): ExportRequest {
  const request = exportRequestSchema.safeParse(event);
  if (request.success) return request.data;
  const problems = request.error.issues.map(({ path, message }) => {
    const field = path.join('.');
    return field && !message.startsWith(field) ? `${field}: ${message}` : message;
  });
  throw new RollcallError('InvalidExportRequest', `The export cannot be made: ${problems.join('; ')}.`);
}
