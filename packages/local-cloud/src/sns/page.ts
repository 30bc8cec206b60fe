import { invalidParameter } from './errors.ts';

const PAGE = 100;

/** SNS lists a hundred at a time. */
export function page<Element>(elements: readonly Element[], token: string | undefined) {
  const start = Number(token || 0);
  if (!Number.isSafeInteger(start) || start < 0)
    throw invalidParameter(`NextToken: ${token} is not one this service gave`);
  const end = start + PAGE;
  return { elements: elements.slice(start, end), NextToken: elements.length > end ? String(end) : undefined };
}
