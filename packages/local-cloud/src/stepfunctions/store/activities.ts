import { join } from 'node:path';
import { AwsError } from '../../aws-error.ts';
import { DurableMap } from '../../store/durable-map.ts';
import { activityName } from '../arns.ts';

export interface ActivityRecord {
  readonly arn: string;
  readonly name: string;
  readonly creationDate: number;
}

/** The activities of the account, by name. */
export class Activities {
  readonly #records: DurableMap<ActivityRecord>;

  constructor(dataDir: string) {
    this.#records = new DurableMap(join(dataDir, 'stepfunctions', 'activities.jsonl'));
  }

  all(): ActivityRecord[] {
    return [...this.#records.values()];
  }

  named(name: string): ActivityRecord | undefined {
    return this.#records.get(name);
  }

  get(arn: string): ActivityRecord {
    const record = this.#records.get(activityName(arn));
    if (!record) throw new AwsError('ActivityDoesNotExist', `Activity Does Not Exist: '${arn}'`);
    return record;
  }

  put(record: ActivityRecord): void {
    this.#records.set(record.name, record);
  }

  delete(name: string): void {
    this.#records.delete(name);
  }

  close(): void {
    this.#records.close();
  }
}
