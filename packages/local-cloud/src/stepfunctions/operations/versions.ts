import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import { pageOf } from '../../page.ts';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { qualifierOf, stateMachineName } from '../arns.ts';
import { arn, maxResults, nextToken, onePage } from '../request.ts';
import type { Runner } from '../runner.ts';

const publishStateMachineVersionSchema = z.object({
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
      const { stateMachineArn, revisionId, description } = parseInput(publishStateMachineVersionSchema, raw);
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

const listStateMachineVersionsSchema = z.object({ stateMachineArn: arn, maxResults, nextToken });

/** Newest first. */
export function listStateMachineVersions(runner: Runner): Operation<{ stateMachineArn?: string }> {
  return {
    permissions: ({ stateMachineArn }) => [
      { action: 'states:ListStateMachineVersions', resource: String(stateMachineArn) },
    ],
    async run(raw) {
      const input = parseInput(listStateMachineVersionsSchema, raw);
      const { name } = runner.stateMachines.get(input.stateMachineArn);
      const { items, next } = pageOf(runner.versions.of(name), onePage(input));
      return {
        stateMachineVersions: items.map((version) => ({
          stateMachineVersionArn: version.arn,
          creationDate: new Date(version.creationDate),
        })),
        nextToken: next,
      };
    },
  };
}

const deleteStateMachineVersionSchema = z.object({ stateMachineVersionArn: arn });

/** Deleting what is not there is no error; what an alias leads to stays. */
export function deleteStateMachineVersion(runner: Runner): Operation<{ stateMachineVersionArn?: string }> {
  return {
    permissions: ({ stateMachineVersionArn }) => [
      { action: 'states:DeleteStateMachineVersion', resource: String(stateMachineVersionArn) },
    ],
    async run(raw) {
      const { stateMachineVersionArn } = parseInput(deleteStateMachineVersionSchema, raw);
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
