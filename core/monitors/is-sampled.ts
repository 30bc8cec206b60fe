import { hash } from 'node:crypto';

/** Whether an id belongs to the share that is looked at. Always the same ids do. */
export const isSampled = (id: string, share: number): boolean =>
  Number.parseInt(hash('sha256', id).slice(0, 8), 16) / 2 ** 32 < share;
