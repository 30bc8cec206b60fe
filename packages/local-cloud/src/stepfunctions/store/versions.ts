import { join } from 'node:path';
import { AwsError } from '../../aws-error.ts';
import { DurableMap } from '../../store/durable-map.ts';
import type { StateMachineRecord, StateMachines } from './state-machines.ts';

/** A state machine as it was when the version was published; `arn` is the version's own. */
export interface VersionRecord extends StateMachineRecord {
  readonly number: number;
  readonly description?: string;
}

/** The published versions of all state machines, by ARN. Numbers are never given twice. */
export class Versions {
  readonly #records: DurableMap<VersionRecord>;
  readonly #stateMachines: StateMachines;

  constructor(dataDir: string, stateMachines: StateMachines) {
    this.#records = new DurableMap(join(dataDir, 'stepfunctions', 'versions.jsonl'));
    this.#stateMachines = stateMachines;
  }

  /** The same revision is published once. */
  publish(machine: StateMachineRecord, description?: string): VersionRecord {
    const published = this.of(machine.name).find(({ revisionId }) => revisionId === machine.revisionId);
    if (published) return published;
    const number = (machine.lastVersion ?? 0) + 1;
    const version = { ...machine, arn: `${machine.arn}:${number}`, number, description, creationDate: Date.now() };
    this.#records.set(version.arn, version);
    this.#stateMachines.put({ ...machine, lastVersion: number });
    return version;
  }

  get(arn: string): VersionRecord {
    const record = this.#records.get(arn);
    if (!record) throw new AwsError('StateMachineDoesNotExist', `State Machine Does Not Exist: '${arn}'`);
    return record;
  }

  has(arn: string): boolean {
    return this.#records.has(arn);
  }

  /** Newest first. */
  of(machine: string): VersionRecord[] {
    return [...this.#records.values()].filter(({ name }) => name === machine).sort((a, b) => b.number - a.number);
  }

  delete(arn: string): void {
    this.#records.delete(arn);
  }

  close(): void {
    this.#records.close();
  }
}
