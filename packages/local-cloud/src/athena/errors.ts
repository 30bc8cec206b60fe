import { AwsError } from '../aws-error.ts';

/** Athena's one error for everything the caller got wrong. */
export const invalidRequest = (message: string, AthenaErrorCode = 'INVALID_INPUT'): AwsError =>
  new AwsError('InvalidRequestException', message, 400, { AthenaErrorCode });
