import { AwsError } from '../aws-error.ts';
import { inputParser } from '../parse-input.ts';

export const parseInput = inputParser({ invalid: 'BadRequestException', missing: 'BadRequestException' });

export const badRequest = (message: string): AwsError => new AwsError('BadRequestException', message);

export const notFound = (what: string, id: string): AwsError =>
  new AwsError('NotFoundException', `Invalid ${what} identifier specified ${id}`, 404);
