import { ApiError } from './api-error.ts';

/**
 * The version that If-Match or If-None-Match name: a number of ours, or 0 for what is not there yet. Undefined when the
 * request has neither.
 */
export function versionOf(header: (name: string) => string | undefined): number | undefined {
  if (header('if-none-match')?.trim() === '*') return 0;
  const given = header('if-match')?.trim();
  if (given === undefined || given === '*') return undefined;
  const version = /^(?:W\/)?"?(\d{1,12})"?$/.exec(given)?.[1];
  if (version !== undefined) return Number(version);
  throw new ApiError(
    'InvalidRequest',
    `If-Match is ${given.slice(0, 40)}; it must be the ETag of an answer, such as "3".`,
  );
}
