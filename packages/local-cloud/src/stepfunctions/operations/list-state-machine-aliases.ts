import { z } from 'zod';
import { pageOf } from '../../page.ts';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { findQualified } from '../qualified.ts';
import { arn, maxResults, nextToken, onePage } from '../request.ts';
import type { Runner } from '../runner.ts';

const schema = z.object({ stateMachineArn: arn, maxResults, nextToken });

/** All of a state machine, or those that lead to one of its versions. */
export function listStateMachineAliases(runner: Runner): Operation<{ stateMachineArn?: string }> {
  return {
    permissions: ({ stateMachineArn }) => [
      { action: 'states:ListStateMachineAliases', resource: String(stateMachineArn) },
    ],
    async run(raw) {
      const input = parseInput(schema, raw);
      const { stateMachine, versionArn } = findQualified(runner, input.stateMachineArn);
      const all = runner.aliases
        .of(stateMachine.name)
        .filter(
          ({ routes }) =>
            versionArn === undefined || routes.some((route) => route.stateMachineVersionArn === versionArn),
        );
      const { items, next } = pageOf(all, onePage(input));
      return {
        stateMachineAliases: items.map((alias) => ({
          stateMachineAliasArn: alias.arn,
          creationDate: new Date(alias.creationDate),
        })),
        nextToken: next,
      };
    },
  };
}
