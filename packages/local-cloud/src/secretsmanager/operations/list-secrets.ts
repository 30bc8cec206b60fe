import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import { pageOf } from '../../page.ts';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { versionsToStages } from '../secret.ts';
import type { Secrets } from '../secrets.ts';
import { description } from './describe-secret.ts';

const schema = z.object({
  MaxResults: z.int().min(1).max(100).default(100),
  NextToken: z.string().min(1).max(4096).optional(),
  IncludePlannedDeletion: z.boolean().default(false),
  Filters: z
    .array(z.object({ Key: z.enum(['name', 'description']), Values: z.array(z.string()).min(1).max(10) }))
    .max(10)
    .default([]),
});

export const listSecrets = (secrets: Secrets): Operation<unknown> => ({
  permissions: () => [{ action: 'secretsmanager:ListSecrets', resource: '*' }],
  async run(request) {
    const { MaxResults, NextToken, IncludePlannedDeletion, Filters } = parseInput(schema, request);
    const found = secrets
      .all()
      .filter(({ deleteAt }) => IncludePlannedDeletion || deleteAt === undefined)
      .filter((secret) =>
        Filters.every(({ Key, Values }) => Values.some((value) => (secret[Key] ?? '').startsWith(value))),
      );
    const { items, next } = pageOf(found, {
      size: MaxResults,
      token: NextToken,
      refusal: () => new AwsError('InvalidNextTokenException', 'The NextToken value is invalid.'),
    });
    return {
      SecretList: items.map((secret) => ({ ...description(secret), SecretVersionsToStages: versionsToStages(secret) })),
      NextToken: next,
    };
  },
});
