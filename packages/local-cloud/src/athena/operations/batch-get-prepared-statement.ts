import type { Operation } from '../../service.ts';
import { describeStatement, type PreparedStatements } from '../prepared-statements/prepared-statements.ts';
import { severalNames } from '../prepared-statements/request.ts';
import { parseInput } from '../request.ts';
import type { WorkGroups } from '../workgroups/work-groups.ts';

export const batchGetPreparedStatement = (
  statements: PreparedStatements,
  workGroups: WorkGroups,
): Operation<{ WorkGroup?: string }> => ({
  permissions: ({ WorkGroup }) => workGroups.permission('BatchGetPreparedStatement', WorkGroup),
  async run(input) {
    const { PreparedStatementNames: names, WorkGroup } = parseInput(severalNames, input);
    return {
      PreparedStatements: names.flatMap((name) => {
        const found = statements.find(WorkGroup, name);
        return found ? [describeStatement(found)] : [];
      }),
      UnprocessedPreparedStatementNames: names
        .filter((name) => !statements.find(WorkGroup, name))
        .map((StatementName) => ({
          StatementName,
          ErrorCode: 'NOT_FOUND',
          ErrorMessage: `PreparedStatement ${StatementName} was not found in workGroup ${WorkGroup}`,
        })),
    };
  },
});
