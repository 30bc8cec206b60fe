import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolve } from '../../src/assembly/resolve.ts';
import type { Scope } from '../../src/assembly/scope.ts';
import { templateScope } from '../../src/assembly/template-scope.ts';

function scopeOf(template: object = {}): Scope {
  const made = new Map([['Bucket', { ref: 'my-bucket', attributes: { Arn: 'arn:aws:s3:::my-bucket', Size: 3 } }]]);
  return templateScope({
    context: { accountId: '000000000000', region: 'us-east-1' },
    stackName: 'Stack',
    stackId: 'arn:aws:cloudformation:us-east-1:000000000000:stack/Stack/1',
    template: { Resources: {}, ...template },
    resource: (logicalId) => made.get(logicalId),
    importValue: (name) => `imported ${name}`,
  });
}

const scope = scopeOf();

describe('functions of a template', () => {
  it.each([
    ['Ref of a resource', { Ref: 'Bucket' }, 'my-bucket'],
    ['Ref of a pseudo-parameter', { Ref: 'AWS::Region' }, 'us-east-1'],
    ['GetAtt as a list', { 'Fn::GetAtt': ['Bucket', 'Arn'] }, 'arn:aws:s3:::my-bucket'],
    ['GetAtt as text', { 'Fn::GetAtt': 'Bucket.Arn' }, 'arn:aws:s3:::my-bucket'],
    [
      'Sub',
      { 'Fn::Sub': `\${Bucket} \${Bucket.Arn} \${AWS::AccountId} \${!kept}` },
      `my-bucket arn:aws:s3:::my-bucket 000000000000 \${kept}`,
    ],
    ['Sub with values', { 'Fn::Sub': [`\${a}-\${Bucket}`, { a: { Ref: 'AWS::Region' } }] }, 'us-east-1-my-bucket'],
    ['Join', { 'Fn::Join': ['/', ['a', { Ref: 'Bucket' }, 3]] }, 'a/my-bucket/3'],
    ['Select', { 'Fn::Select': [1, ['a', 'b']] }, 'b'],
    ['Select with a text index', { 'Fn::Select': ['0', { 'Fn::Split': [',', 'x,y'] }] }, 'x'],
    ['Split', { 'Fn::Split': ['|', 'a|b|c'] }, ['a', 'b', 'c']],
    ['Base64', { 'Fn::Base64': 'hello' }, 'aGVsbG8='],
    ['GetAZs', { 'Fn::GetAZs': '' }, ['us-east-1a', 'us-east-1b', 'us-east-1c']],
    ['ImportValue', { 'Fn::ImportValue': { 'Fn::Sub': 'x' } }, 'imported x'],
    ['ToJsonString', { 'Fn::ToJsonString': { a: { Ref: 'Bucket' } } }, '{"a":"my-bucket"}'],
    ['Length', { 'Fn::Length': ['a', 'b'] }, 2],
    ['NoValue', { a: { Ref: 'AWS::NoValue' }, b: [1, { Ref: 'AWS::NoValue' }] }, { b: [1] }],
    ['data that only looks like a function', { Condition: 'x', Ref: 'y' }, { Condition: 'x', Ref: 'y' }],
  ])('resolve %s', (_name, value, expected) => {
    expect(resolve(value, scope)).toEqual(expected);
  });

  it.each([
    ['an unknown function', { 'Fn::Cidr': [] }, 'Fn::Cidr'],
    ['an unknown name', { Ref: 'Nobody' }, 'Nobody'],
    ['an unknown attribute, and say which there are', { 'Fn::GetAtt': ['Bucket', 'Url'] }, 'Arn, Size'],
    ['an index outside the list', { 'Fn::Select': [2, ['a']] }, 'item 2 of a list of 1'],
    ['a list where text is needed', { 'Fn::Join': ['', [['a']]] }, 'needs a string'],
  ])('refuse %s', (_name, value, message) => {
    expect(() => resolve(value, scope)).toThrow(message);
  });

  it('joins any texts as JavaScript does', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (delimiter, items) => {
        expect(resolve({ 'Fn::Join': [delimiter, items] }, scope)).toBe(items.join(delimiter));
      }),
    );
  });

  it('substitutes any values without touching the text around them', () => {
    const text = fc.string().map((value) => value.replaceAll('$', '€'));
    fc.assert(
      fc.property(text, fc.string(), text, (before, value, after) => {
        expect(resolve({ 'Fn::Sub': [`${before}\${name}${after}`, { name: value }] }, scope)).toBe(
          before + value + after,
        );
      }),
    );
  });

  it('gives back what was split when joined again', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(resolve({ 'Fn::Join': [',', { 'Fn::Split': [',', text] }] }, scope)).toBe(text);
      }),
    );
  });
});

describe('parameters, mappings and conditions', () => {
  const template = {
    Parameters: {
      Stage: { Type: 'String', Default: 'prod' },
      Count: { Type: 'Number', Default: 3 },
      Names: { Type: 'CommaDelimitedList', Default: 'a, b' },
      BootstrapVersion: { Type: 'AWS::SSM::Parameter::Value<String>', Default: '/cdk-bootstrap/hnb659fds/version' },
    },
    Mappings: { Sizes: { prod: { memory: 1024 } } },
    Conditions: {
      IsProd: { 'Fn::Equals': [{ Ref: 'Stage' }, 'prod'] },
      IsDev: { 'Fn::Not': [{ Condition: 'IsProd' }] },
      Either: { 'Fn::Or': [{ Condition: 'IsDev' }, { Condition: 'IsProd' }] },
      Both: { 'Fn::And': [{ Condition: 'IsDev' }, { Condition: 'IsProd' }] },
      Loop: { 'Fn::Not': [{ Condition: 'Loop' }] },
    },
  };
  const full = scopeOf(template);

  it('give parameters their defaults', () => {
    expect(resolve([{ Ref: 'Stage' }, { Ref: 'Count' }, { Ref: 'Names' }], full)).toEqual(['prod', '3', ['a', 'b']]);
  });

  it('find values in mappings', () => {
    expect(resolve({ 'Fn::FindInMap': ['Sizes', { Ref: 'Stage' }, 'memory'] }, full)).toBe(1024);
    expect(() => resolve({ 'Fn::FindInMap': ['Sizes', 'dev', 'memory'] }, full)).toThrow('Sizes.dev.memory');
  });

  it('decide between branches', () => {
    expect(resolve({ 'Fn::If': ['IsProd', 'yes', 'no'] }, full)).toBe('yes');
    expect(resolve({ 'Fn::If': ['Both', 'yes', { Ref: 'AWS::NoValue' }] }, full)).toBeUndefined();
    expect(resolve({ 'Fn::If': ['Either', { Ref: 'Count' }, 'no'] }, full)).toBe('3');
  });

  it('refuse a condition that is missing or circular', () => {
    expect(() => full.condition('None')).toThrow('None is not defined');
    expect(() => full.condition('Loop')).toThrow('refers to itself');
  });

  it('refuse a parameter without a default by name', () => {
    expect(() => scopeOf({ Parameters: { Key: { Type: 'String' } } })).toThrow('Key has no Default');
  });
});
