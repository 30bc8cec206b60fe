import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { arn } from '../request.ts';
import type { Runner } from '../runner.ts';

const schema = z.object({
  stateMachineArn: arn,
  revisionId: z.string().optional(),
  description: z.string().max(256).optional(),
});

export function publishStateMachineVersion(runner: Runner): Operation<{ stateMachineArn?: string }> {
  return {
    permissions: ({ stateMachineArn }) => [
      { action: 'states:PublishStateMachineVersion', resource: String(stateMachineArn) },
    ],
    async run(raw) {
      const { stateMachineArn, revisionId, description } = parseInput(schema, raw);
      const machine = runner.stateMachines.get(stateMachineArn);
      // The first revision also has the name INITIAL.
      const current =
        machine.updateDate === machine.creationDate ? [machine.revisionId, 'INITIAL'] : [machine.revisionId];
      if (revisionId !== undefined && !current.includes(revisionId)) {
        throw new AwsError(
          'ConflictException',
          `Failed to publish the State Machine version for revision ${revisionId}. The current State Machine revision is ${machine.revisionId}.`,
        );
      }
      const version = runner.versions.publish(machine, description);
      return { stateMachineVersionArn: version.arn, creationDate: new Date(version.creationDate) };
    },
  };
}
