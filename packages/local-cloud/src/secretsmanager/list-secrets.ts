import { z } from 'zod';
import { AwsError } from '../aws-error.ts';
import { parseInput } from '../parse-input.ts';
import type { Operation } from '../service.ts';
import { description } from './describe-secret.ts';
import { versionsToStages } from './secret.ts';
import type { Secrets } from './secrets.ts';

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
    const start = NextToken === undefined ? 0 : Number(NextToken);
    if (!Number.isSafeInteger(start) || start < 0) {
      throw new AwsError('InvalidNextTokenException', 'The NextToken value is invalid.');
    }
    const found = secrets
      .all()
      .filter(({ deleteAt }) => IncludePlannedDeletion || deleteAt === undefined)
      .filter((secret) =>
        Filters.every(({ Key, Values }) => Values.some((value) => (secret[Key] ?? '').startsWith(value))),
      );
    const end = start + MaxResults;
    return {
      SecretList: found
        .slice(start, end)
        .map((secret) => ({ ...description(secret), SecretVersionsToStages: versionsToStages(secret) })),
      ...(found.length > end && { NextToken: String(end) }),
    };
  },
});
