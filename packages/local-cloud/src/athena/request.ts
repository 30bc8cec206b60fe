import { z } from 'zod';
import { AwsError } from '../aws-error.ts';
import { inputParser } from '../parse-input.ts';

const INVALID = 'InvalidRequestException';

export const parseInput = inputParser({ invalid: INVALID, missing: INVALID });

export const workGroupName = z.string().regex(/^[a-zA-Z0-9._-]{1,128}$/);
export const namedQueryId = z.string().min(1).max(128);
export const queryExecutionId = z.string().min(1).max(128);
export const nextToken = z.string().min(1).max(1024).optional();
export const onePage = (size: number | undefined, token: string | undefined) => ({
  size: size || 50,
  token,
  refusal: () => invalidRequest(`The NextToken ${token} is not one Athena gave out.`),
});
export const token = z.string().min(32).max(128);

/** Athena's one error for everything the caller got wrong. */
export const invalidRequest = (message: string, AthenaErrorCode = 'INVALID_INPUT'): AwsError =>
  new AwsError('InvalidRequestException', message, 400, { AthenaErrorCode });
