import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import type { Secrets } from '../secrets.ts';

const listSecretsSchema = z.object({
  MaxResults: z.int().min(1).max(100).default(100),
  NextToken: z.string().min(1).max(4096).optional(),
  IncludePlannedDeletion: z.boolean().default(false),
  Filters: z.array(z.object({ Key: z.string(), Values: z.array(z.string()) })).default([]),
});

/** Listed by name: AWS promises no order. */
export const listSecrets = (secrets: Secrets): Operation<unknown> => ({
  permissions: () => [{ action: 'secretsmanager:ListSecrets', resource: '*' }],
  async run(request) {
    const { MaxResults, NextToken, IncludePlannedDeletion, Filters } = parseInput(listSecretsSchema, request);
    const other = Filters.find(({ Key }) => Key !== 'name');
    if (other) throw new AwsError('InvalidParameterException', `The filter ${other.Key} is not supported here.`);
    const wanted = secrets
      .all()
      .filter(({ deleteAt }) => IncludePlannedDeletion || deleteAt === undefined)
      .filter(({ name }) => Filters.every(({ Values }) => Values.some((value) => name.startsWith(value))))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    const from = NextToken === undefined ? 0 : wanted.findIndex(({ name }) => name > NextToken);
    const page = from < 0 ? [] : wanted.slice(from, from + MaxResults);
    const last = page.at(-1);
    return {
      SecretList: page.map(({ name, arn, description, kmsKeyId, tags, createdAt, changedAt, deleteAt }) => ({
        Name: name,
        ARN: arn,
        Description: description,
        KmsKeyId: kmsKeyId,
        Tags: tags,
        CreatedDate: new Date(createdAt),
        LastChangedDate: new Date(changedAt),
        ...(deleteAt !== undefined && { DeletedDate: new Date(deleteAt) }),
      })),
      ...(last && last !== wanted.at(-1) && { NextToken: last.name }),
    };
  },
});
