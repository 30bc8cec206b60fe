import { z } from 'zod';
import type { Operation } from '../service.ts';
import { invalidParameter } from './errors.ts';
import type { Queues } from './queues.ts';
import { parseRequest } from './request.ts';

const schema = z.object({
  QueueNamePrefix: z.string().default(''),
  MaxResults: z.int().min(1).max(1000).default(1000),
  NextToken: z.string().optional(),
});

export const listQueues = (queues: Queues): Operation<unknown> => ({
  permissions: () => [{ action: 'sqs:ListQueues', resource: '*' }],
  async run(request) {
    const { QueueNamePrefix, MaxResults, NextToken } = parseRequest(schema, request);
    const start = Number(NextToken ?? 0);
    if (!Number.isSafeInteger(start) || start < 0) throw invalidParameter('The specified NextToken is not valid.');
    const names = queues.names().filter((name) => name.startsWith(QueueNamePrefix));
    const end = start + MaxResults;
    return {
      QueueUrls: names.slice(start, end).map((name) => queues.url(name)),
      ...(names.length > end && { NextToken: String(end) }),
    };
  },
});
