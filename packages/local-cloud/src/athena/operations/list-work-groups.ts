import { z } from 'zod';
import { pageOf } from '../../page.ts';
import type { Operation } from '../../service.ts';
import { nextToken, onePage, parseInput } from '../request.ts';
import { engineVersion } from '../workgroups/describe-work-group.ts';
import type { WorkGroups } from '../workgroups/work-groups.ts';

const schema = z.looseObject({ MaxResults: z.number().int().min(1).max(50).optional(), NextToken: nextToken });

export const listWorkGroups = (workGroups: WorkGroups): Operation => ({
  permissions: () => [{ action: 'athena:ListWorkGroups', resource: '*' }],
  async run(input) {
    const { MaxResults, NextToken } = parseInput(schema, input);
    const { items, next } = pageOf(workGroups.all(), onePage(MaxResults, NextToken));
    const WorkGroups = items.map((record) => ({
      Name: record.name,
      State: record.state,
      Description: record.description ?? '',
      CreationTime: new Date(record.createdAt),
      EngineVersion: engineVersion(record.configuration),
    }));
    return { WorkGroups, NextToken: next };
  },
});
