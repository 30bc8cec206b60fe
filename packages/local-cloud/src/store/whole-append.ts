import { appendFileSync, statSync, truncateSync } from 'node:fs';
import { appendFile, stat, truncate } from 'node:fs/promises';
import { OWNER_FILE } from './owner-only.ts';

/**
 * Appends all of the text or nothing: a full disk takes a part of it, and what is appended next would be joined to
 * that part in one line.
 */
export function appendWhole(path: string, text: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  try {
    appendFileSync(path, text, { mode: OWNER_FILE });
  } catch (error) {
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > size) truncateSync(path, size);
    throw error;
  }
}

/** The same, without holding up others. One at a time for each file. */
export async function appendWholeLater(path: string, text: string): Promise<void> {
  const sizeNow = async () => (await stat(path).catch(() => undefined))?.size ?? 0;
  const size = await sizeNow();
  try {
    await appendFile(path, text, { mode: OWNER_FILE });
  } catch (error) {
    if ((await sizeNow()) > size) await truncate(path, size);
    throw error;
  }
}
