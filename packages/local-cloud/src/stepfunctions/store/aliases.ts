import { join } from 'node:path';
import { AwsError } from '../../aws-error.ts';
import { DurableMap } from '../../store/durable-map.ts';

export interface Route {
  readonly stateMachineVersionArn: string;
  /** Of a hundred executions, so many. */
  readonly weight: number;
}

export interface AliasRecord {
  readonly arn: string;
  readonly name: string;
  /** The state machine's name. */
  readonly machine: string;
  readonly description?: string;
  readonly routes: readonly Route[];
  readonly creationDate: number;
  readonly updateDate: number;
}

/** The aliases of all state machines, by ARN. */
export class Aliases {
  readonly #records: DurableMap<AliasRecord>;

  constructor(dataDir: string) {
    this.#records = new DurableMap(join(dataDir, 'stepfunctions', 'aliases.jsonl'));
  }

  find(arn: string): AliasRecord | undefined {
    return this.#records.get(arn);
  }

  get(arn: string): AliasRecord {
    const record = this.#records.get(arn);
    if (!record) throw new AwsError('ResourceNotFound', 'Request references a resource that does not exist.');
    return record;
  }

  /** In the order of their names. */
  of(machine: string): AliasRecord[] {
    const all = [...this.#records.values()].filter((record) => record.machine === machine);
    return all.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  put(record: AliasRecord): void {
    this.#records.set(record.arn, record);
  }

  delete(arn: string): void {
    this.#records.delete(arn);
  }

  close(): void {
    this.#records.close();
  }
}
