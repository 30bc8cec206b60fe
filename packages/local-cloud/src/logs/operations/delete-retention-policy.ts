import { z } from 'zod';
import type { Operation } from '../../service.ts';
import type { LogGroups } from '../log-groups.ts';
import { logGroupName, parseInput, streamResource } from '../request.ts';

const schema = z.object({ logGroupName });

export const deleteRetentionPolicy = (groups: LogGroups): Operation<{ logGroupName?: unknown }> => ({
  permissions: (input) => [
    { action: 'logs:DeleteRetentionPolicy', resource: streamResource(groups.context, input.logGroupName) },
  ],
  async run(input) {
    const { logGroupName: name } = parseInput(schema, input);
    const { retentionInDays: _, ...group } = groups.named(name);
    groups.save(group);
    return {};
  },
});
