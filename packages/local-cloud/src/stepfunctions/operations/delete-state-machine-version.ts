import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { qualifierOf, stateMachineName } from '../arns.ts';
import { arn } from '../request.ts';
import type { Runner } from '../runner.ts';

const schema = z.object({ stateMachineVersionArn: arn });

/** Deleting what is not there is no error; what an alias leads to stays. */
export function deleteStateMachineVersion(runner: Runner): Operation<{ stateMachineVersionArn?: string }> {
  return {
    permissions: ({ stateMachineVersionArn }) => [
      { action: 'states:DeleteStateMachineVersion', resource: String(stateMachineVersionArn) },
    ],
    async run(raw) {
      const { stateMachineVersionArn } = parseInput(schema, raw);
      const machine = stateMachineName(qualifierOf(stateMachineVersionArn).unqualified);
      const used = runner.aliases
        .of(machine)
        .filter(({ routes }) => routes.some((route) => route.stateMachineVersionArn === stateMachineVersionArn));
      if (used.length > 0) {
        throw new AwsError(
          'ConflictException',
          `Version to be deleted must not be referenced by an alias. Current list of aliases referencing this version: [${used.map(({ name }) => name).join(', ')}]`,
        );
      }
      runner.versions.delete(stateMachineVersionArn);
      return {};
    },
  };
}
