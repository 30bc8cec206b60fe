import { z } from 'zod';
import { pageOf } from '../../page.ts';
import type { Operation } from '../../service.ts';
import type { PreparedStatements } from '../prepared-statements/prepared-statements.ts';
import { nextToken, onePage, parseInput, workGroupName } from '../request.ts';
import type { WorkGroups } from '../workgroups/work-groups.ts';

const schema = z.looseObject({
  WorkGroup: workGroupName,
  MaxResults: z.number().int().min(1).max(50).optional(),
  NextToken: nextToken,
});

export const listPreparedStatements = (
  statements: PreparedStatements,
  workGroups: WorkGroups,
): Operation<{ WorkGroup?: string }> => ({
  permissions: ({ WorkGroup }) => workGroups.permission('ListPreparedStatements', WorkGroup),
  async run(input) {
    const { WorkGroup, MaxResults, NextToken } = parseInput(schema, input);
    const { items, next } = pageOf(statements.ofWorkGroup(WorkGroup), onePage(MaxResults, NextToken));
    return {
      PreparedStatements: items.map(({ StatementName, LastModifiedTime }) => ({
        StatementName,
        LastModifiedTime: new Date(LastModifiedTime),
      })),
      NextToken: next,
    };
  },
});
