import { z } from 'zod';
import { pageOf } from '../../page.ts';
import type { Operation } from '../../service.ts';
import { invalidParameter } from '../errors.ts';
import type { Queues } from '../queues.ts';
import { parseInput } from '../request.ts';

const schema = z.object({
  QueueNamePrefix: z.string().default(''),
  MaxResults: z.int().min(1).max(1000).default(1000),
  NextToken: z.string().optional(),
});

export const listQueues = (queues: Queues): Operation<unknown> => ({
  permissions: () => [{ action: 'sqs:ListQueues', resource: '*' }],
  async run(request) {
    const { QueueNamePrefix, MaxResults, NextToken } = parseInput(schema, request);
    const names = queues.names().filter((name) => name.startsWith(QueueNamePrefix));
    const { items, next } = pageOf(names, {
      size: MaxResults,
      token: NextToken,
      refusal: () => invalidParameter('The specified NextToken is not valid.'),
    });
    return { QueueUrls: items.map((name) => queues.url(name)), NextToken: next };
  },
});
