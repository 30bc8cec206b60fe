import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { extname, join } from 'node:path';
import { AppendLog } from '../../store/append-log.ts';
import { setAsidePath } from '../../store/damaged-file.ts';
import { OWNER_FOLDER } from '../../store/owner-only.ts';
import { conditionalRequestConflict, noSuchBucket, noSuchUpload } from '../errors.ts';
import { checkWriteConditions, isConditional, type WriteConditions } from './conditions.ts';
import { JointFile } from './joint-file.ts';
import type { BucketSettings, Content, JournalEntry, ObjectRecord, PartRecord, UploadRecord } from './records.ts';
import { SortedKeys } from './sorted-keys.ts';
import type { Trash } from './trash.ts';

export interface Upload extends UploadRecord {
  readonly parts: Map<number, PartRecord>;
  /** Being put together now: no part may come or go. */
  completing: boolean;
  /** Where its parts lie, as long as they have one size. */
  joint?: JointFile;
}

/** A place for bytes: a new file, or a position in one that is shared. */
export interface Place {
  readonly path: string;
  readonly position?: number;
}

/** What a writer knows of an object once its bytes are in the file. */
export type Written = Omit<ObjectRecord, 'key' | 'file' | 'modified'>;

/**
 * One bucket's folder: `journal.log`, one line a change, and `objects/`, one file an object or part, under names that
 * have nothing to do with keys. A file counts from the moment the journal names it, and a line is one write: killed
 * at any moment, each object is there whole, old or new. Files that no line names are removed at the next start.
 */
export class Bucket {
  readonly name: string;
  readonly keys = new SortedKeys();
  readonly uploads = new Map<string, Upload>();
  readonly #objects = new Map<string, ObjectRecord>();
  readonly #objectsDir: string;
  readonly #trash: Trash;
  readonly #journal: AppendLog<JournalEntry>;
  readonly #madeDirs = new Set<string>();
  /** Conditional writes under way by key; a delete of the key makes them fail. */
  readonly #racing = new Map<string, Set<{ deleted: boolean }>>();
  #settings: BucketSettings | undefined;
  #gone = false;

  constructor(dir: string, name: string, trash: Trash, settings?: BucketSettings) {
    this.name = name;
    this.#trash = trash;
    this.#objectsDir = join(dir, 'objects');
    const path = join(dir, 'journal.log');
    this.#journal = new AppendLog<JournalEntry>({
      path,
      replay: (entry) => this.#apply(entry),
      snapshot: () => this.#snapshot(),
    });
    if (settings) this.#commit({ bucket: settings });
    // Lines that were set aside may name them.
    if (this.#settings && !existsSync(setAsidePath(path))) this.#removeUnnamedFiles();
  }

  /** Undefined if the process was killed before the bucket was made, or its journal is lost. */
  get settings(): BucketSettings | undefined {
    return this.#settings;
  }

  set settings(settings: BucketSettings) {
    this.#commit({ bucket: settings });
  }

  get size(): number {
    return this.#objects.size;
  }

  get(key: string): ObjectRecord | undefined {
    return this.#objects.get(key);
  }

  pathOf({ file }: { file: string }): string {
    return join(this.#objectsDir, file);
  }

  /**
   * Writes an object: `produce` fills the file it is given, then the object changes in one step. The conditions are
   * checked at that step, so of many writers with `If-None-Match: *` one wins, whoever began first.
   */
  async put(
    key: string,
    conditions: WriteConditions,
    produce: (path: string) => Promise<Written>,
  ): Promise<ObjectRecord> {
    checkWriteConditions(key, this.get(key), conditions);
    const race = this.#enterRace(key, conditions);
    try {
      return await this.withFile(key, produce, (file, written) => {
        if (race.deleted) throw conditionalRequestConflict(conditions.IfMatch ? 'If-Match' : 'If-None-Match', key);
        return this.adopt(key, conditions, file, written);
      });
    } finally {
      this.#leaveRace(key, race);
    }
  }

  /** Makes an object of bytes that are in a file of this bucket already. */
  adopt(key: string, conditions: WriteConditions, file: string, written: Written): ObjectRecord {
    checkWriteConditions(key, this.get(key), conditions);
    const record: ObjectRecord = { key, ...written, modified: wholeSeconds(), file };
    this.#commit({ put: record });
    return record;
  }

  /** Changes what is kept about an object, and leaves its bytes and its time as they are. */
  replace(record: ObjectRecord): void {
    this.#commit({ put: record });
  }

  delete(key: string, conditions: WriteConditions = {}): void {
    checkWriteConditions(key, this.get(key), conditions);
    for (const race of this.#racing.get(key) ?? []) race.deleted = true;
    if (this.#objects.has(key)) this.#commit({ delete: key });
  }

  startUpload(upload: UploadRecord): void {
    this.#commit({ upload });
  }

  /** Makes or replaces one part: `produce` fills the place it is given, then the part changes in one step. */
  async putPart(
    upload: Upload,
    number: number,
    bytes: number | undefined,
    produce: (place: Place) => Promise<Content>,
  ): Promise<PartRecord> {
    const adopt = (content: Content, place: Pick<PartRecord, 'file' | 'position'>) => {
      if (this.#gone) throw noSuchBucket(this.name);
      if (this.uploads.get(upload.id) !== upload || upload.completing) throw noSuchUpload(upload.id);
      const part: PartRecord = { number, modified: wholeSeconds(), ...place, ...content };
      this.#commit({ part, uploadId: upload.id });
      return part;
    };
    if (bytes !== undefined) upload.joint ??= new JointFile(this.#newFile(upload.key), bytes);
    const { joint } = upload;
    const position = bytes === undefined ? undefined : joint?.reserve(number, bytes);
    if (!joint || position === undefined) {
      return this.withFile(
        upload.key,
        (path) => produce({ path }),
        (file, content) => adopt(content, { file }),
      );
    }
    try {
      const part = adopt(await produce({ path: this.pathOf(joint), position }), { file: joint.file, position });
      joint.written();
      return part;
    } catch (error) {
      joint.failed(number);
      throw error;
    }
  }

  endUpload(uploadId: string): void {
    this.#commit({ uploadEnded: uploadId });
  }

  /** Gives `produce` a new file, then `adopt` its name; the file goes if either fails. */
  async withFile<Made, Result>(
    key: string,
    produce: (path: string) => Promise<Made>,
    adopt: (file: string, made: Made) => Result,
  ): Promise<Result> {
    const file = this.#newFile(key);
    try {
      const made = await produce(this.pathOf({ file }));
      if (this.#gone) throw noSuchBucket(this.name);
      return adopt(file, made);
    } catch (error) {
      rmSync(this.pathOf({ file }), { force: true });
      throw this.#gone ? noSuchBucket(this.name) : error;
    }
  }

  close(): void {
    this.#gone = true;
    this.#journal.close();
  }

  #enterRace(key: string, conditions: WriteConditions): { deleted: boolean } {
    const race = { deleted: false };
    if (!isConditional(conditions)) return race;
    const others = this.#racing.get(key);
    if (others) others.add(race);
    else this.#racing.set(key, new Set([race]));
    return race;
  }

  #leaveRace(key: string, race: { deleted: boolean }): void {
    const others = this.#racing.get(key);
    if (others?.delete(race) && others.size === 0) this.#racing.delete(key);
  }

  /** A random name keeps the key's extension: readers of the file tell its format and compression by it. */
  #newFile(key: string): string {
    const name = randomBytes(12).toString('hex');
    const folder = name.slice(0, 2);
    if (!this.#madeDirs.has(folder)) {
      mkdirSync(join(this.#objectsDir, folder), { recursive: true, mode: OWNER_FOLDER });
      this.#madeDirs.add(folder);
    }
    const extension = extname(key);
    return `${folder}/${name}${/^\.[a-z0-9]{1,8}$/.test(extension) ? extension : ''}`;
  }

  #commit(entry: JournalEntry): void {
    this.#journal.append(entry);
    for (const file of this.#apply(entry)) this.#trash.add(this.pathOf({ file }));
  }

  /** Returns the files that no object or part has after this. */
  #apply(entry: JournalEntry): string[] {
    if ('bucket' in entry) {
      this.#settings = entry.bucket;
      return [];
    }
    if ('put' in entry) {
      const { put } = entry;
      const previous = this.#objects.get(put.key);
      this.#objects.set(put.key, put);
      this.keys.add(put.key);
      const replaced = previous && previous.file !== put.file ? [previous.file] : [];
      const left = put.uploadId ? this.#endUpload(put.uploadId).filter((file) => file !== put.file) : [];
      return [...replaced, ...left];
    }
    if ('delete' in entry) {
      const previous = this.#objects.get(entry.delete);
      this.#objects.delete(entry.delete);
      this.keys.delete(entry.delete);
      return previous ? [previous.file] : [];
    }
    if ('upload' in entry) {
      this.uploads.set(entry.upload.id, { ...entry.upload, parts: new Map(), completing: false });
      return [];
    }
    if ('part' in entry) {
      const parts = this.uploads.get(entry.uploadId)?.parts;
      const previous = parts?.get(entry.part.number);
      parts?.set(entry.part.number, entry.part);
      return previous && previous.position === undefined ? [previous.file] : [];
    }
    if ('uploadEnded' in entry) return this.#endUpload(entry.uploadEnded);
    throw new Error('an entry of no known kind');
  }

  #endUpload(uploadId: string): string[] {
    const upload = this.uploads.get(uploadId);
    this.uploads.delete(uploadId);
    const files = new Set([...(upload?.parts.values() ?? [])].map((part) => part.file));
    if (upload?.joint) files.add(upload.joint.file);
    return [...files];
  }

  *#snapshot(): Iterable<JournalEntry> {
    if (this.#settings) yield { bucket: this.#settings };
    for (const put of this.#objects.values()) yield { put };
    for (const { parts, completing: _, joint: __, ...upload } of this.uploads.values()) {
      yield { upload };
      for (const part of parts.values()) yield { part, uploadId: upload.id };
    }
  }

  #removeUnnamedFiles(): void {
    if (!existsSync(this.#objectsDir)) return;
    const named = new Set([...this.#objects.values()].map((record) => record.file));
    for (const { parts } of this.uploads.values()) for (const part of parts.values()) named.add(part.file);
    for (const folder of readdirSync(this.#objectsDir)) {
      for (const name of readdirSync(join(this.#objectsDir, folder))) {
        const file = `${folder}/${name}`;
        if (!named.has(file)) rmSync(this.pathOf({ file }), { force: true });
      }
    }
  }
}

export const wholeSeconds = (): number => Math.floor(Date.now() / 1000) * 1000;
