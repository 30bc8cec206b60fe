import type { z } from 'zod';

/** A schema's complaints in words, one a field: `executor.maxConcurrency: Too big: expected number to be <=1000`. */
export const describeIssues = (error: z.ZodError): string[] =>
  error.issues.map(({ path, message }) => {
    const field = path.join('.');
    return field && !message.startsWith(field) ? `${field}: ${message}` : message;
  });
