import { z } from 'zod';
import { pageOf } from '../../page.ts';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { maxResults, nextToken, onePage } from '../request.ts';
import type { Runner } from '../runner.ts';

const schema = z.object({ maxResults, nextToken });

export function listActivities(runner: Runner): Operation {
  return {
    permissions: () => [{ action: 'states:ListActivities', resource: '*' }],
    async run(raw) {
      const input = parseInput(schema, raw);
      const all = runner.activities.all().sort((a, b) => (a.name < b.name ? -1 : 1));
      const { items, next } = pageOf(all, onePage(input));
      return {
        activities: items.map(({ arn: activityArn, name, creationDate }) => ({
          activityArn,
          name,
          creationDate: new Date(creationDate),
        })),
        nextToken: next,
      };
    },
  };
}
