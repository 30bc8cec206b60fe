import { AwsError } from '../aws-error.ts';

export function page<Element>(elements: readonly Element[], token: string | undefined, limit: number) {
  const start = Number(token ?? 0);
  if (!Number.isSafeInteger(start) || start < 0) {
    throw new AwsError('ValidationException', `NextToken is ${token}, which is not one this service gave.`);
  }
  const end = start + limit;
  return { elements: elements.slice(start, end), ...(elements.length > end && { NextToken: String(end) }) };
}
