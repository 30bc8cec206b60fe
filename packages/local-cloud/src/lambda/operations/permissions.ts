import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { functionArn, resourceArn } from '../function-name.ts';
import type { PolicyStatement } from '../function-record.ts';
import type { Functions } from '../functions.ts';
import { checkRevision } from '../revision.ts';

const schema = z.object({
  StatementId: z
    .string()
    .min(1)
    .max(100)
    .regex(/^[a-zA-Z0-9-_]+$/),
  Action: z.string().regex(/^(lambda:[*]|lambda:[a-zA-Z]+|[*])$/),
  Principal: z.string().min(1),
  SourceArn: z
    .string()
    .regex(/^arn:(aws[a-zA-Z0-9-]*):[a-zA-Z0-9-]+:.*$/)
    .optional(),
  SourceAccount: z
    .string()
    .regex(/^\d{12}$/)
    .optional(),
  PrincipalOrgID: z.string().optional(),
  EventSourceToken: z.string().optional(),
  RevisionId: z.string().optional(),
});

/** Adds a statement to the function's resource policy: who besides the account's own roles may use it. */
export const addPermission = (functions: Functions): Operation<{ FunctionName?: unknown }> => ({
  permissions: (input) => [
    { action: 'lambda:AddPermission', resource: resourceArn(functions.context, input.FunctionName) },
  ],
  async run(input) {
    const record = functions.named(input.FunctionName);
    const given = parseInput(schema, input);
    checkRevision(record, given.RevisionId);
    if (record.policy.some(({ Sid }) => Sid === given.StatementId)) {
      const message = `The statement id (${given.StatementId}) provided already exists. Please provide a new statement id, or remove the existing statement.`;
      throw new AwsError('ResourceConflictException', message, 409);
    }
    const statement = statementOf(given, functionArn(functions.context, record.name));
    functions.save({ ...record, policy: [...record.policy, statement] });
    return { Statement: JSON.stringify(statement) };
  },
});

function statementOf(given: z.output<typeof schema>, resource: string): PolicyStatement {
  const equals = {
    ...(given.SourceAccount && { 'AWS:SourceAccount': given.SourceAccount }),
    ...(given.PrincipalOrgID && { 'aws:PrincipalOrgID': given.PrincipalOrgID }),
    ...(given.EventSourceToken && { 'lambda:EventSourceToken': given.EventSourceToken }),
  };
  const condition = {
    ...(Object.keys(equals).length > 0 && { StringEquals: equals }),
    ...(given.SourceArn && { ArnLike: { 'AWS:SourceArn': given.SourceArn } }),
  };
  return {
    Sid: given.StatementId,
    Effect: 'Allow',
    Principal: principalOf(given.Principal),
    Action: given.Action,
    Resource: resource,
    ...(Object.keys(condition).length > 0 && { Condition: condition }),
  };
}

function principalOf(principal: string): unknown {
  if (principal === '*') return '*';
  if (/^\d{12}$/.test(principal)) return { AWS: `arn:aws:iam::${principal}:root` };
  return principal.startsWith('arn:') ? { AWS: principal } : { Service: principal };
}

interface Input {
  readonly FunctionName?: unknown;
  readonly StatementId?: unknown;
  readonly RevisionId?: unknown;
}

export const removePermission = (functions: Functions): Operation<Input> => ({
  permissions: (input) => [
    { action: 'lambda:RemovePermission', resource: resourceArn(functions.context, input.FunctionName) },
  ],
  async run(input) {
    const record = functions.named(input.FunctionName);
    checkRevision(record, input.RevisionId);
    const policy = record.policy.filter(({ Sid }) => Sid !== input.StatementId);
    if (policy.length === record.policy.length) {
      const message = `Statement ${String(input.StatementId)} is not found in resource policy.`;
      throw new AwsError('ResourceNotFoundException', message, 404);
    }
    functions.save({ ...record, policy });
    return {};
  },
});

export const getPolicy = (functions: Functions): Operation<{ FunctionName?: unknown }> => ({
  permissions: (input) => [
    { action: 'lambda:GetPolicy', resource: resourceArn(functions.context, input.FunctionName) },
  ],
  async run(input) {
    const { policy, revisionId } = functions.named(input.FunctionName);
    if (policy.length === 0) {
      throw new AwsError('ResourceNotFoundException', 'The resource you requested does not exist.', 404);
    }
    return {
      Policy: JSON.stringify({ Version: '2012-10-17', Id: 'default', Statement: policy }),
      RevisionId: revisionId,
    };
  },
});
