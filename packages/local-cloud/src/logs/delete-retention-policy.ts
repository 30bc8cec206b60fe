import { z } from 'zod';
import { parseInput } from '../parse-input.ts';
import type { Operation } from '../service.ts';
import type { LogGroups } from './log-groups.ts';
import { inputErrors, logGroupName, streamResource } from './names.ts';

const schema = z.object({ logGroupName });

export const deleteRetentionPolicy = (groups: LogGroups): Operation<{ logGroupName?: unknown }> => ({
  permissions: (input) => [
    { action: 'logs:DeleteRetentionPolicy', resource: streamResource(groups.context, input.logGroupName) },
  ],
  async run(input) {
    const { logGroupName: name } = parseInput(schema, input, inputErrors);
    const { retentionInDays: _, ...group } = groups.named(name);
    groups.save(group);
    return {};
  },
});
