import type { Operation } from '../../service.ts';
import { describeStatement, type PreparedStatements } from '../prepared-statements/prepared-statements.ts';
import { preparedName } from '../prepared-statements/request.ts';
import { parseInput } from '../request.ts';
import type { WorkGroups } from '../workgroups/work-groups.ts';

export const getPreparedStatement = (
  statements: PreparedStatements,
  workGroups: WorkGroups,
): Operation<{ WorkGroup?: string }> => ({
  permissions: ({ WorkGroup }) => workGroups.permission('GetPreparedStatement', WorkGroup),
  async run(input) {
    const { StatementName, WorkGroup } = parseInput(preparedName, input);
    return { PreparedStatement: describeStatement(statements.get(WorkGroup, StatementName)) };
  },
});
