import { join } from 'node:path';
import { AwsError } from '../../aws-error.ts';
import type { CloudContext } from '../../cloud-context.ts';
import { DurableMap } from '../../store/durable-map.ts';

export interface PreparedStatement {
  readonly StatementName: string;
  readonly WorkGroupName: string;
  readonly QueryStatement: string;
  readonly Description?: string;
  readonly LastModifiedTime: number;
}

/** The statements that PREPARE and CreatePreparedStatement keep in their workgroup, on disk. */
export class PreparedStatements {
  readonly #records: DurableMap<PreparedStatement>;

  constructor({ dataDir }: CloudContext) {
    this.#records = new DurableMap(join(dataDir, 'athena', 'prepared-statements.jsonl'));
  }

  find(workGroup: string, name: string): PreparedStatement | undefined {
    return this.#records.get(keyOf(workGroup, name));
  }

  get(workGroup: string, name: string): PreparedStatement {
    const found = this.find(workGroup, name);
    if (!found) {
      throw new AwsError(
        'ResourceNotFoundException',
        `PreparedStatement ${name} was not found in workGroup ${workGroup}`,
      );
    }
    return found;
  }

  ofWorkGroup(name: string): PreparedStatement[] {
    return [...this.#records.values()]
      .filter(({ WorkGroupName }) => WorkGroupName === name)
      .sort((a, b) => (a.StatementName < b.StatementName ? -1 : 1));
  }

  put(statement: Omit<PreparedStatement, 'LastModifiedTime'>): void {
    const { WorkGroupName, StatementName } = statement;
    this.#records.set(keyOf(WorkGroupName, StatementName), { ...statement, LastModifiedTime: Date.now() });
  }

  delete(workGroup: string, name: string): void {
    this.get(workGroup, name);
    this.#records.delete(keyOf(workGroup, name));
  }

  close(): void {
    this.#records.close();
  }
}

const keyOf = (workGroup: string, name: string): string => `${workGroup}/${name}`;

export const describeStatement = ({ LastModifiedTime, ...statement }: PreparedStatement) => ({
  ...statement,
  LastModifiedTime: new Date(LastModifiedTime),
});
