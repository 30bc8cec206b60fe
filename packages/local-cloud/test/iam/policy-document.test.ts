import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AccessRequest, requestContext } from '../../src/iam/access-request.ts';
import { evaluate } from '../../src/iam/evaluate.ts';
import { parsePolicy } from '../../src/iam/policy-document.ts';
import { wildcard } from '../../src/iam/wildcard.ts';

const accountId = '000000000000';
const roleArn = `arn:aws:iam::${accountId}:role/Worker`;

function decide(
  statements: object | object[],
  action: string,
  resource: string,
  context: Record<string, string | string[]> = {},
  kind: 'identity' | 'resource' = 'identity',
) {
  const request: AccessRequest = {
    principal: {
      type: 'role',
      roleArn,
      sessionArn: `arn:aws:sts::${accountId}:assumed-role/Worker/session`,
      accountId,
    },
    action,
    resource,
    context: requestContext({ 'aws:PrincipalAccount': accountId, ...context }),
  };
  return evaluate(parsePolicy({ Version: '2012-10-17', Statement: statements }, kind), request);
}

const allow = (more: object) => ({ Effect: 'Allow', Action: '*', Resource: '*', ...more });

describe('matching of actions and resources', () => {
  it('allows nothing that no statement names', () => {
    expect(decide(allow({ Action: 's3:GetObject' }), 's3:PutObject', 'arn:aws:s3:::b/k')).toBe('not-allowed');
  });

  it('ignores the case of actions but not of resources', () => {
    const statement = allow({ Action: 'S3:getobject', Resource: 'arn:aws:s3:::data/*' });
    expect(decide(statement, 's3:GetObject', 'arn:aws:s3:::data/k')).toBe('allowed');
    expect(decide(statement, 's3:GetObject', 'arn:aws:s3:::Data/k')).toBe('not-allowed');
  });

  it('lets * stand for any run of characters and ? for one', () => {
    const statement = allow({ Action: 's3:Get*', Resource: 'arn:aws:s3:::data/run-?/*' });
    expect(decide(statement, 's3:GetObjectTagging', 'arn:aws:s3:::data/run-1/a/b')).toBe('allowed');
    expect(decide(statement, 's3:GetObject', 'arn:aws:s3:::data/run-12/a')).toBe('not-allowed');
  });

  it('puts a deny above every allow, wherever it stands', () => {
    const statements = [allow({}), { Effect: 'Deny', Action: 's3:DeleteObject', Resource: '*' }, allow({})];
    expect(decide(statements, 's3:DeleteObject', 'arn:aws:s3:::b/k')).toBe('denied-explicitly');
    expect(decide(statements, 's3:GetObject', 'arn:aws:s3:::b/k')).toBe('allowed');
  });

  it('reads NotAction and NotResource as everything else', () => {
    const notIam = { Effect: 'Allow', NotAction: ['iam:*'], NotResource: 'arn:aws:s3:::secret/*' };
    expect(decide(notIam, 's3:GetObject', 'arn:aws:s3:::data/k')).toBe('allowed');
    expect(decide(notIam, 'iam:PassRole', 'arn:aws:s3:::data/k')).toBe('not-allowed');
    expect(decide(notIam, 's3:GetObject', 'arn:aws:s3:::secret/k')).toBe('not-allowed');
  });

  it('fills in policy variables, with their default when the key is absent', () => {
    const statement = allow({ Resource: [`arn:aws:s3:::data-\${aws:PrincipalAccount}/\${team, 'common'}/*`] });
    expect(decide(statement, 's3:GetObject', `arn:aws:s3:::data-${accountId}/common/k`)).toBe('allowed');
    expect(decide(statement, 's3:GetObject', `arn:aws:s3:::data-${accountId}/red/k`, { team: 'red' })).toBe('allowed');
    const unknown = allow({ Resource: `arn:aws:s3:::data/\${aws:username}` });
    expect(decide(unknown, 's3:GetObject', 'arn:aws:s3:::data/')).toBe('not-allowed');
  });

  it('matches any text with a pattern made of its own pieces', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 8 }), { minLength: 1, maxLength: 5 }),
        fc.string(),
        (pieces, filling) => {
          const literal = pieces.map((piece) => piece.replace(/[*?]/g, '.'));
          expect(wildcard(literal.join('*'))(literal.join(filling))).toBe(true);
        },
      ),
    );
  });
});

describe('conditions', () => {
  const when = (Condition: object) => allow({ Condition });
  const ask = (Condition: object, context: Record<string, string | string[]>) =>
    decide(when(Condition), 's3:ListBucket', 'arn:aws:s3:::b', context);

  it.each([
    ['StringEquals', { StringEquals: { 's3:prefix': ['a', 'b'] } }, { 's3:prefix': 'b' }, true],
    ['StringEquals without the key', { StringEquals: { 's3:prefix': 'a' } }, {}, false],
    ['StringEqualsIfExists without the key', { StringEqualsIfExists: { 's3:prefix': 'a' } }, {}, true],
    ['StringNotEquals of one of several', { StringNotEquals: { k: ['a', 'b'] } }, { k: 'b' }, false],
    ['StringNotEquals without the key', { StringNotEquals: { k: 'a' } }, {}, true],
    ['StringLike', { StringLike: { 's3:prefix': 'runs/*' } }, { 's3:prefix': 'runs/1' }, true],
    ['StringNotLike', { StringNotLike: { 's3:prefix': 'runs/*' } }, { 's3:prefix': 'runs/1' }, false],
    ['a key in other case', { StringEquals: { 'AWS:PrincipalTag': 'a' } }, { 'aws:principaltag': 'a' }, true],
    ['Bool', { Bool: { 'aws:SecureTransport': false } }, { 'aws:SecureTransport': 'true' }, false],
    ['Null of an absent key', { Null: { k: 'true' } }, {}, true],
    ['Null of a present key', { Null: { k: 'true' } }, { k: 'x' }, false],
    [
      'ArnLike',
      { ArnLike: { 'aws:SourceArn': 'arn:aws:sns:*:*:topic-*' } },
      { 'aws:SourceArn': 'arn:aws:sns:us-east-1:0:topic-a' },
      true,
    ],
    ['ArnLike over a colon', { ArnLike: { k: 'arn:aws:sns:*:t' } }, { k: 'arn:aws:sns:us-east-1:0:t' }, false],
    ['NumericLessThan', { NumericLessThanEquals: { 's3:max-keys': '10' } }, { 's3:max-keys': '11' }, false],
    ['DateGreaterThan', { DateGreaterThan: { t: '2026-01-01T00:00:00Z' } }, { t: '2026-06-01T00:00:00Z' }, true],
    [
      'IpAddress',
      { IpAddress: { 'aws:SourceIp': ['10.0.0.0/8', '127.0.0.0/8'] } },
      { 'aws:SourceIp': '127.0.0.1' },
      true,
    ],
    ['NotIpAddress', { NotIpAddress: { 'aws:SourceIp': '127.0.0.1' } }, { 'aws:SourceIp': '127.0.0.1' }, false],
    ['ForAnyValue', { 'ForAnyValue:StringEquals': { k: ['a'] } }, { k: ['x', 'a'] }, true],
    ['ForAllValues', { 'ForAllValues:StringEquals': { k: ['a'] } }, { k: ['x', 'a'] }, false],
    ['ForAllValues without the key', { 'ForAllValues:StringEquals': { k: ['a'] } }, {}, true],
    ['ForAnyValue without the key', { 'ForAnyValue:StringEquals': { k: ['a'] } }, {}, false],
    ['several lines, all of which must hold', { StringEquals: { a: '1', b: '2' } }, { a: '1', b: '3' }, false],
  ])('decides %s', (_name, condition, context, holds) => {
    expect(ask(condition, context as Record<string, string | string[]>)).toBe(holds ? 'allowed' : 'not-allowed');
  });
});

describe('what cannot be evaluated', () => {
  it.each([
    ['a condition operator', allow({ Condition: { BinaryEquals: { k: 'v' } } }), 'BinaryEquals'],
    ['a statement element', allow({ Acton: 's3:*' }), 'Acton'],
    ['an effect', allow({ Effect: 'Permit' }), 'Permit'],
    ['a missing action', { Effect: 'Allow', Resource: '*' }, 'Action'],
    ['a missing resource', { Effect: 'Allow', Action: '*' }, 'Resource'],
    ['a principal in a role’s policy', allow({ Principal: '*' }), 'Principal'],
  ])('refuses %s by name', (_what, statement, named) => {
    expect(() => parsePolicy({ Statement: statement }, 'identity')).toThrow(named);
  });
});

describe('principals of resource policies', () => {
  it.each([
    ['everybody', '*', 'allowed'],
    ['the account', { AWS: accountId }, 'allowed'],
    ['the account’s root', { AWS: `arn:aws:iam::${accountId}:root` }, 'allowed'],
    ['the role', { AWS: [roleArn] }, 'allowed'],
    ['another role', { AWS: `arn:aws:iam::${accountId}:role/Other` }, 'not-allowed'],
    ['a service', { Service: 'sns.amazonaws.com' }, 'not-allowed'],
  ])('match %s', (_who, Principal, expected) => {
    expect(decide(allow({ Principal }), 's3:GetObject', 'arn:aws:s3:::b/k', {}, 'resource')).toBe(expected);
  });
});
