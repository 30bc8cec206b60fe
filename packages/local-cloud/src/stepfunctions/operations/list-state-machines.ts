import { z } from 'zod';
import { pageOf } from '../../page.ts';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { maxResults, nextToken, onePage } from '../request.ts';
import type { Runner } from '../runner.ts';

const schema = z.object({ maxResults, nextToken });

export function listStateMachines(runner: Runner): Operation {
  return {
    permissions: () => [{ action: 'states:ListStateMachines', resource: '*' }],
    async run(raw) {
      const input = parseInput(schema, raw);
      const all = runner.stateMachines.all().sort((a, b) => (a.name < b.name ? -1 : 1));
      const { items, next } = pageOf(all, onePage(input));
      return {
        stateMachines: items.map(({ arn, name, type, creationDate }) => ({
          stateMachineArn: arn,
          name,
          type,
          creationDate: new Date(creationDate),
        })),
        nextToken: next,
      };
    },
  };
}
