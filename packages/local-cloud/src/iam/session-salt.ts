import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OWNER_FILE, OWNER_FOLDER } from '../store/owner-only.ts';

const FILE = 'session-salt';
const BYTES = 32;

/** What the secrets of sessions are derived from: random, made once for a data folder, and never told. */
export function sessionSalt(dataDir: string): Buffer {
  const file = join(dataDir, FILE);
  try {
    const kept = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex');
    if (kept.length === BYTES) return kept;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const salt = randomBytes(BYTES);
  mkdirSync(dataDir, { recursive: true, mode: OWNER_FOLDER });
  writeFileSync(file, `${salt.toString('hex')}\n`, { mode: OWNER_FILE });
  return salt;
}
