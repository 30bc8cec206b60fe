import { z } from 'zod';
import { pageOf } from '../../page.ts';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { arn, maxResults, nextToken, onePage } from '../request.ts';
import type { Runner } from '../runner.ts';

const schema = z.object({ stateMachineArn: arn, maxResults, nextToken });

/** Newest first. */
export function listStateMachineVersions(runner: Runner): Operation<{ stateMachineArn?: string }> {
  return {
    permissions: ({ stateMachineArn }) => [
      { action: 'states:ListStateMachineVersions', resource: String(stateMachineArn) },
    ],
    async run(raw) {
      const input = parseInput(schema, raw);
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
