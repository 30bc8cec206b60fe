import { z } from 'zod';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { checkName } from '../names.ts';
import { kept, tags } from '../request.ts';
import type { Runner } from '../runner.ts';

const schema = z.object({ name: z.string(), tags: tags.optional(), encryptionConfiguration: kept });

/** "CreateActivity is an idempotent API": the same name gives the same activity. */
export function createActivity(runner: Runner): Operation<{ name?: string }> {
  return {
    permissions: ({ name }) => [{ action: 'states:CreateActivity', resource: runner.arns.activity(String(name)) }],
    async run(raw) {
      const name = checkName(parseInput(schema, raw).name);
      const record = runner.activities.named(name) ?? {
        arn: runner.arns.activity(name),
        name,
        creationDate: Date.now(),
      };
      runner.activities.put(record);
      return { activityArn: record.arn, creationDate: new Date(record.creationDate) };
    },
  };
}
