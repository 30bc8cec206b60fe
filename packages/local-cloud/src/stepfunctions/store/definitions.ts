import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AwsError } from '../../aws-error.ts';
import { OWNER_FILE, OWNER_FOLDER } from '../../store/owner-only.ts';
import type { Definition } from '../definition/definition.ts';
import { readDefinition } from '../definition/read-definition.ts';

const CACHE_SIZE = 200;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Definitions by the hash of their text: an execution keeps the one it was started with, whatever comes after. */
export class Definitions {
  readonly #folder: string;
  readonly #parsed = new Map<string, { readonly text: string; readonly definition: Definition }>();

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'stepfunctions', 'definitions');
    mkdirSync(this.#folder, { recursive: true, mode: OWNER_FOLDER });
  }

  put(text: string): string {
    const hash = hashOf(text);
    const path = this.#path(hash);
    // One that is damaged is written again.
    if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
      writeFileSync(`${path}.new`, text, { mode: OWNER_FILE });
      renameSync(`${path}.new`, path);
    }
    return hash;
  }

  get(hash: string): { readonly text: string; readonly definition: Definition } {
    let found = this.#parsed.get(hash);
    if (!found) {
      const text = this.#read(hash);
      found = { text, definition: readDefinition(text) };
      this.#parsed.set(hash, found);
      if (this.#parsed.size > CACHE_SIZE) this.#parsed.delete(this.#parsed.keys().next().value as string);
    }
    return found;
  }

  #read(hash: string): string {
    const path = this.#path(hash);
    const text = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
    if (text !== undefined && hashOf(text) === hash) return text;
    throw new AwsError(
      'InternalFailure',
      `The file of this definition is ${text === undefined ? 'missing' : 'damaged'}: ${path}. Put back a copy, or create or update the state machine with its definition again.`,
      500,
    );
  }

  #path(hash: string): string {
    return join(this.#folder, `${hash}.json`);
  }
}
