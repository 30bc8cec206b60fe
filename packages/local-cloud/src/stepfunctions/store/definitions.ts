import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Definition } from '../definition/definition.ts';
import { readDefinition } from '../definition/read-definition.ts';

const CACHE_SIZE = 200;

/** Definitions by the hash of their text: an execution keeps the one it was started with, whatever comes after. */
export class Definitions {
  readonly #folder: string;
  readonly #parsed = new Map<string, { readonly text: string; readonly definition: Definition }>();

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'stepfunctions', 'definitions');
    mkdirSync(this.#folder, { recursive: true });
  }

  put(text: string): string {
    const hash = createHash('sha256').update(text).digest('hex');
    const path = this.#path(hash);
    if (!existsSync(path)) {
      writeFileSync(`${path}.new`, text, { mode: 0o600 });
      renameSync(`${path}.new`, path);
    }
    return hash;
  }

  get(hash: string): { readonly text: string; readonly definition: Definition } {
    let found = this.#parsed.get(hash);
    if (!found) {
      const text = readFileSync(this.#path(hash), 'utf8');
      found = { text, definition: readDefinition(text) };
      this.#parsed.set(hash, found);
      if (this.#parsed.size > CACHE_SIZE) this.#parsed.delete(this.#parsed.keys().next().value as string);
    }
    return found;
  }

  #path(hash: string): string {
    return join(this.#folder, `${hash}.json`);
  }
}
