import { channel } from 'node:diagnostics_channel';
import { appendFileSync, renameSync, writeFileSync } from 'node:fs';
import { sep } from 'node:path';
import { DataDirectoryError } from '../data-directory-error.ts';
import { OWNER_FILE } from './owner-only.ts';

/** A sentence for the log of whoever runs on the folder. */
const NOTICES = channel('local-cloud:damaged-file');

export function onDamage(tell: (sentence: string) => void): () => void {
  const listener = (sentence: unknown) => tell(String(sentence));
  NOTICES.subscribe(listener);
  return () => NOTICES.unsubscribe(listener);
}

export const tellOfDamage = (sentence: string): void => NOTICES.publish(sentence);

/** Folders whose damaged parts are to be set aside rather than reported. */
const REPAIRED = new Set<string>();

/** Until the function it gives is called. */
export function repairFolder(folder: string): () => void {
  REPAIRED.add(folder + sep);
  return () => REPAIRED.delete(folder + sep);
}

export const isRepaired = (path: string): boolean => [...REPAIRED].some((folder) => path.startsWith(folder));

/** Where broken lines of a log are kept, should somebody want to mend them. */
export const setAsidePath = (path: string): string => `${path}.set-aside`;

/** A last line without its end was never acknowledged; only the latest of a file is kept. */
export function keepCutLine(path: string, bytes: Buffer): void {
  const kept = `${path}.cut-off`;
  writeFileSync(kept, bytes, { mode: OWNER_FILE });
  tellOfDamage(`${path} ended in a line that was cut short (${bytes.length} bytes). It is kept in ${kept}.`);
}

export function setLineAside(path: string, line: number, text: string): void {
  const kept = setAsidePath(path);
  appendFileSync(kept, `${text}\n`, { mode: OWNER_FILE });
  tellOfDamage(`${path}, line ${line}, was damaged: what it recorded is lost. The line is kept in ${kept}.`);
}

export function setFileAside(path: string, meaning: string): void {
  const kept = `${setAsidePath(path)}-${Date.now()}`;
  renameSync(path, kept);
  tellOfDamage(`${path} was damaged: ${meaning}. The file is kept as ${kept}.`);
}

/** A line that others follow is not left out without being asked: what follows may build on it. */
export const damagedLine = (path: string, line: number, problem: string): DataDirectoryError =>
  new DataDirectoryError(
    `${path}, line ${line}, is damaged: ${problem}. Nothing was changed. Put back a copy of the file if there is one, ` +
      `or mend the line; or start with --repair, which sets damaged lines aside in ${setAsidePath(path)} and keeps all others. ` +
      '(--fresh would forget the whole folder.)',
  );
