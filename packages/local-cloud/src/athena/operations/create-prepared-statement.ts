import type { Operation } from '../../service.ts';
import { invalidRequest } from '../errors.ts';
import type { PreparedStatements } from '../prepared-statements/prepared-statements.ts';
import { preparedInput } from '../prepared-statements/request.ts';
import { parseInput } from '../request.ts';
import type { WorkGroups } from '../workgroups/work-groups.ts';

export const createPreparedStatement = (
  statements: PreparedStatements,
  workGroups: WorkGroups,
): Operation<{ WorkGroup?: string }> => ({
  permissions: ({ WorkGroup }) => workGroups.permission('CreatePreparedStatement', WorkGroup),
  async run(input) {
    const { StatementName, WorkGroup, QueryStatement, Description } = parseInput(preparedInput, input);
    workGroups.get(WorkGroup);
    if (statements.find(WorkGroup, StatementName)) {
      throw invalidRequest(`PreparedStatement ${StatementName} already exists in workGroup ${WorkGroup}`);
    }
    statements.put({ StatementName, WorkGroupName: WorkGroup, QueryStatement, Description });
    return {};
  },
});
