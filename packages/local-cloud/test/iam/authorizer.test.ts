import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Authorizer } from '../../src/iam/authorizer.ts';
import { PolicyStore } from '../../src/iam/policy-store.ts';

const account = 'arn:aws:iam::000000000000';
const roleArn = `${account}:role/Worker`;
const caller = { arn: 'arn:aws:sts::000000000000:assumed-role/Worker/run', roleArn };
const trust = {
  Statement: { Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: 'lambda.amazonaws.com' } },
};
const statement = (Effect: string, Action: string, Resource = '*') => ({ Statement: { Effect, Action, Resource } });

let dataDir: string;
let store: PolicyStore;
let authorizer: Authorizer;
let lines: string[];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'local-cloud-iam-'));
  store = new PolicyStore(dataDir);
  lines = [];
  authorizer = new Authorizer({
    store,
    accountId: '000000000000',
    region: 'us-east-1',
    log: (line) => lines.push(line),
  });
});

afterEach(() => {
  store.close();
  rmSync(dataDir, { recursive: true });
});

const putRole = (more: Partial<Parameters<PolicyStore['putRole']>[0]> = {}) =>
  store.putRole({ arn: roleArn, name: 'Worker', trust, inline: [], managedPolicyArns: [], ...more });

describe('authorize', () => {
  const getItem = { action: 'dynamodb:GetItem', resource: 'arn:aws:dynamodb:us-east-1:000000000000:table/runs' };

  it('denies what no policy allows, in AWS’s words', () => {
    putRole({ inline: [statement('Allow', 'dynamodb:PutItem')] });
    expect(() => authorizer.authorize(caller, [getItem])).toThrowError(
      expect.objectContaining({
        code: 'AccessDeniedException',
        message:
          'User: arn:aws:sts::000000000000:assumed-role/Worker/run is not authorized to perform: dynamodb:GetItem on resource: arn:aws:dynamodb:us-east-1:000000000000:table/runs because no identity-based policy allows the dynamodb:GetItem action',
      }),
    );
  });

  it('says when a deny was explicit', () => {
    putRole({ inline: [statement('Allow', '*'), statement('Deny', 'dynamodb:*')] });
    expect(() => authorizer.authorize(caller, [getItem])).toThrow('with an explicit deny in an identity-based policy');
  });

  it.each([
    ['s3:GetObject', 'arn:aws:s3:::b/k', 'AccessDenied', '"arn:aws:s3:::b/k"'],
    ['sns:Publish', 'arn:aws:sns:us-east-1:000000000000:t', 'AuthorizationError', 'arn:aws:sns'],
    ['sqs:SendMessage', 'arn:aws:sqs:us-east-1:000000000000:q', 'AccessDenied', 'arn:aws:sqs'],
    [
      'states:StartExecution',
      'arn:aws:states:us-east-1:000000000000:stateMachine:m',
      'AccessDeniedException',
      'arn:aws:states',
    ],
  ])('denies %s with the code its service uses', (action, resource, code, named) => {
    putRole();
    expect(() => authorizer.authorize(caller, [{ action, resource }])).toThrowError(
      expect.objectContaining({ code, message: expect.stringContaining(named) }),
    );
  });

  it('sees a change to a policy at once', () => {
    putRole();
    expect(authorizer.isAllowed(caller, getItem)).toBe(false);
    store.putPolicy('extra', { document: statement('Allow', 'dynamodb:GetItem'), roles: ['Worker'] });
    expect(authorizer.isAllowed(caller, getItem)).toBe(true);
    store.deletePolicy('extra');
    expect(authorizer.isAllowed(caller, getItem)).toBe(false);
  });

  it('does not remember a decision that depends on the time', async () => {
    const until = new Date(Date.now() + 60).toISOString();
    const document = {
      Statement: { ...statement('Allow', '*').Statement, Condition: { DateLessThan: { 'aws:CurrentTime': until } } },
    };
    putRole({ inline: [document] });
    expect(authorizer.isAllowed(caller, getItem)).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect(authorizer.isAllowed(caller, getItem)).toBe(false);
  });

  it('allows the administrator everything', () => {
    expect(authorizer.isAllowed({ arn: `${account}:root` }, getItem)).toBe(true);
  });

  it('lets a role that no template defines do everything, and says so once', () => {
    const unknown = { arn: 'arn:aws:sts::000000000000:assumed-role/Mine/s', roleArn: `${account}:role/Mine` };
    authorizer.authorize(unknown, [getItem]);
    authorizer.authorize(unknown, [{ ...getItem, action: 'dynamodb:PutItem' }]);
    expect(lines).toEqual([`No loaded template defines the role ${account}:role/Mine: it may do everything.`]);
  });

  it('keeps within a permissions boundary', () => {
    store.putPolicy(`${account}:policy/Limit`, { document: statement('Allow', 's3:*'), roles: [] });
    putRole({ inline: [statement('Allow', '*')], boundaryArn: `${account}:policy/Limit` });
    expect(authorizer.isAllowed(caller, { action: 's3:GetObject', resource: 'arn:aws:s3:::b/k' })).toBe(true);
    expect(() => authorizer.authorize(caller, [getItem])).toThrow('because no permissions boundary allows');
  });
});

describe('resource policies', () => {
  const getObject = { action: 's3:GetObject', resource: 'arn:aws:s3:::data/key' };
  const onBucket = (more: object) =>
    store.putResourcePolicy('policy', {
      resourceArns: ['arn:aws:s3:::data'],
      document: { Statement: { Effect: 'Allow', Principal: { AWS: '*' }, Action: 's3:*', Resource: '*', ...more } },
    });

  it('do not deny loopback when they insist on TLS', () => {
    putRole({ inline: [statement('Allow', 's3:*')] });
    onBucket({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } });
    expect(authorizer.isAllowed(caller, getObject)).toBe(true);
  });

  it('deny a role whose own policies allow', () => {
    putRole({ inline: [statement('Allow', 's3:*')] });
    onBucket({ Effect: 'Deny', Action: 's3:GetObject' });
    expect(() => authorizer.authorize(caller, [getObject])).toThrow('with an explicit deny in a resource-based policy');
  });

  it('allow a role they name, without a policy of its own', () => {
    putRole();
    onBucket({ Principal: { AWS: roleArn } });
    expect(authorizer.isAllowed(caller, getObject)).toBe(true);
    expect(authorizer.isAllowed(caller, { ...getObject, resource: 'arn:aws:s3:::other/key' })).toBe(false);
  });

  it('let a service in for the source they name', () => {
    const functionArn = 'arn:aws:lambda:us-east-1:000000000000:function:f';
    const topic = 'arn:aws:sns:us-east-1:000000000000:topic';
    store.putResourcePolicy('permission', {
      resourceArns: [functionArn],
      document: {
        Statement: {
          Effect: 'Allow',
          Principal: { Service: 'sns.amazonaws.com' },
          Action: 'lambda:InvokeFunction',
          Condition: { ArnLike: { 'aws:SourceArn': topic } },
        },
      },
    });
    const ask = (service: string, source: string) =>
      authorizer.isServiceAllowed(service, 'lambda:InvokeFunction', functionArn, source);
    expect(ask('sns.amazonaws.com', topic)).toBe(true);
    expect(ask('sns.amazonaws.com', `${topic}-2`)).toBe(false);
    expect(ask('events.amazonaws.com', topic)).toBe(false);
  });
});

describe('roles', () => {
  it('trust only the services their trust policy names', () => {
    putRole();
    expect(authorizer.trusts(roleArn, 'lambda.amazonaws.com', 'arn:aws:lambda:us-east-1:000000000000:function:f')).toBe(
      true,
    );
    expect(authorizer.trusts(roleArn, 'states.amazonaws.com', 'arn:aws:states:::m')).toBe(false);
  });

  it('are assumed by another role only when both sides allow it', () => {
    const other = { arn: `${account}:role/Other`, name: 'Other', inline: [], managedPolicyArns: [] };
    const assume = { action: 'sts:AssumeRole', resource: other.arn };
    putRole({ inline: [statement('Allow', 'sts:AssumeRole')] });
    store.putRole({ ...other, trust });
    expect(() => authorizer.authorize(caller, [assume])).toThrow(
      /is not authorized to perform: sts:AssumeRole on resource: arn:aws:iam::000000000000:role\/Other$/,
    );
    const trusting = { Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { AWS: `${account}:root` } };
    store.putRole({ ...other, trust: { Statement: trusting } });
    expect(authorizer.isAllowed(caller, assume)).toBe(true);
  });

  it('may carry AWS managed policies that are known here', () => {
    putRole({ managedPolicyArns: ['arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole'] });
    const put = { action: 'logs:PutLogEvents', resource: 'arn:aws:logs:us-east-1:000000000000:log-group:g:*' };
    expect(authorizer.isAllowed(caller, put)).toBe(true);
  });

  it('are refused with a managed policy that is not known here', () => {
    const arn = 'arn:aws:iam::aws:policy/AmazonEC2FullAccess';
    expect(() => putRole({ managedPolicyArns: [arn] })).toThrow(arn);
  });

  it('are refused a policy for a role that does not exist', () => {
    const attach = () => store.putPolicy('p', { document: statement('Allow', '*'), roles: ['Nobody'] });
    expect(attach).toThrow('the role with name Nobody cannot be found');
  });

  it('are there after a restart', () => {
    putRole({ inline: [statement('Allow', 's3:GetObject')] });
    store.close();
    store = new PolicyStore(dataDir);
    authorizer = new Authorizer({ store, accountId: '000000000000', region: 'us-east-1', log: () => {} });
    expect(authorizer.isAllowed(caller, { action: 's3:GetObject', resource: 'arn:aws:s3:::b/k' })).toBe(true);
    expect(authorizer.isAllowed(caller, { action: 's3:PutObject', resource: 'arn:aws:s3:::b/k' })).toBe(false);
  });
});

it('tells which grants of a role were used, each action and resource by itself', () => {
  const document = {
    Statement: {
      Effect: 'Allow',
      Action: ['s3:GetObject', 's3:PutObject'],
      Resource: ['arn:aws:s3:::b/in/*', 'arn:aws:s3:::b/out/*'],
    },
  };
  putRole({ inline: [document] });
  authorizer.authorize(caller, [{ action: 's3:GetObject', resource: 'arn:aws:s3:::b/in/1' }]);
  expect(() => authorizer.authorize(caller, [{ action: 's3:GetObject', resource: 'arn:aws:s3:::c/in/1' }])).toThrow();
  expect(authorizer.grants().filter((grant) => grant.isUsed)).toEqual([
    { roleArn, action: 's3:GetObject', resource: 'arn:aws:s3:::b/in/*', isUsed: true },
  ]);
  expect(authorizer.grants()).toHaveLength(4);
});
