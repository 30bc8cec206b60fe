import { AwsError } from '../aws-error.ts';
import type { Item } from './attribute-value.ts';

export const invalid = (message: string): AwsError => new AwsError('ValidationException', message);

/** The wording of everything that concerns one parameter's contents. */
export const invalidParameter = (message: string): AwsError =>
  invalid(`One or more parameter values were invalid: ${message}`);

export const conditionFailed = (item?: Item): AwsError =>
  new AwsError('ConditionalCheckFailedException', 'The conditional request failed', 400, item ? { Item: item } : {});

export const noSuchTable = (name?: string): AwsError =>
  new AwsError(
    'ResourceNotFoundException',
    name ? `Requested resource not found: Table: ${name} not found` : 'Requested resource not found',
  );
