import { type JobNote, type JobState, jobState } from '../../../contracts/job-record.ts';
import type { JobStore } from './job-store.ts';

/** Another invocation has noted something of the job meanwhile: it is left to that one. */
export class JobTakenOver extends Error {}

/** A job as this invocation knows it, and how it tells others. */
export class JobNotes {
  readonly key: string;
  readonly #store: JobStore;
  readonly #writer: string;
  #state: JobState;

  private constructor(store: JobStore, key: string, writer: string, state: JobState) {
    this.#store = store;
    this.key = key;
    this.#writer = writer;
    this.#state = state;
  }

  /** A job that nothing was noted of was never submitted. */
  static async open(store: JobStore, key: string, writer: string): Promise<JobNotes> {
    return new JobNotes(store, key, writer, (await store.read(key)) ?? jobState(key, []));
  }

  get state(): JobState {
    return this.#state;
  }

  /** Durable when it resolves. */
  async add(note: Omit<JobNote, 'at'>): Promise<void> {
    if (!(await this.#store.add(this.key, this.#state.notes, note, this.#writer))) throw new JobTakenOver();
    this.#state = (await this.#store.read(this.key)) as JobState;
  }
}
