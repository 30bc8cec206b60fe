import type { Operation } from '../../service.ts';
import type { PreparedStatements } from '../prepared-statements/prepared-statements.ts';
import { preparedInput } from '../prepared-statements/request.ts';
import { parseInput } from '../request.ts';
import type { WorkGroups } from '../workgroups/work-groups.ts';

export const updatePreparedStatement = (
  statements: PreparedStatements,
  workGroups: WorkGroups,
): Operation<{ WorkGroup?: string }> => ({
  permissions: ({ WorkGroup }) => workGroups.permission('UpdatePreparedStatement', WorkGroup),
  async run(input) {
    const { StatementName, WorkGroup, QueryStatement, Description } = parseInput(preparedInput, input);
    const before = statements.get(WorkGroup, StatementName);
    statements.put({ ...before, QueryStatement, Description: Description ?? before.Description });
    return {};
  },
});
