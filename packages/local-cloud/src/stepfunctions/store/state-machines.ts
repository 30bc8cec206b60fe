import { join } from 'node:path';
import { AwsError } from '../../aws-error.ts';
import { DurableMap } from '../../store/durable-map.ts';
import { qualifierOf, stateMachineName } from '../arns.ts';

export interface StateMachineRecord {
  readonly arn: string;
  readonly name: string;
  readonly type: 'STANDARD' | 'EXPRESS';
  readonly roleArn: string;
  /** Hash of the definition, see definitions.ts. */
  readonly definition: string;
  readonly creationDate: number;
  readonly updateDate: number;
  readonly revisionId?: string;
  /** The number of the version published last. */
  readonly lastVersion?: number;
  /** Kept and given back. What the role needs for them is asked for; nothing is logged, traced or encrypted here. */
  readonly loggingConfiguration?: unknown;
  readonly tracingConfiguration?: unknown;
  readonly encryptionConfiguration?: unknown;
  readonly tags: Readonly<Record<string, string>>;
}

/** The state machines of the account, by name. */
export class StateMachines {
  readonly #records: DurableMap<StateMachineRecord>;

  constructor(dataDir: string) {
    this.#records = new DurableMap(join(dataDir, 'stepfunctions', 'state-machines.jsonl'));
  }

  all(): StateMachineRecord[] {
    return [...this.#records.values()];
  }

  named(name: string): StateMachineRecord | undefined {
    return this.#records.get(name);
  }

  /** By the ARN of the state machine itself. */
  get(arn: string): StateMachineRecord {
    const qualified = qualifierOf(arn).qualifier !== undefined;
    const record = qualified ? undefined : this.#records.get(stateMachineName(arn));
    if (!record) {
      throw new AwsError('StateMachineDoesNotExist', `State Machine Does Not Exist: '${arn}'`);
    }
    return record;
  }

  put(record: StateMachineRecord): void {
    this.#records.set(record.name, record);
  }

  delete(name: string): void {
    this.#records.delete(name);
  }

  close(): void {
    this.#records.close();
  }
}
