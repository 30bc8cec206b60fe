import { describe, expect, it } from 'vitest';
import { argumentProblem, isSupportedResource, parseResource } from '../../../src/stepfunctions/task/resource.ts';

const hosts = (service: string, operation: string) => service === 's3' && operation === 'GetObject';

describe('a Task Resource', () => {
  it('is a function, an optimized integration or any SDK call, with its pattern', () => {
    const functionArn = 'arn:aws:lambda:us-east-1:000000000000:function:echo';
    expect(parseResource(functionArn)).toEqual({ kind: 'function', functionArn });
    expect(parseResource('arn:aws:states:::states:startExecution.sync:2')).toEqual({
      kind: 'optimized',
      service: 'states',
      action: 'startExecution',
      pattern: 'sync:2',
    });
    expect(parseResource('arn:aws:states:::aws-sdk:s3:getObject.waitForTaskToken')).toEqual({
      kind: 'aws-sdk',
      service: 's3',
      action: 'getObject',
      pattern: 'token',
    });
    expect(parseResource('echo')).toBeUndefined();
  });

  it.each([
    'arn:aws:lambda:us-east-1:000000000000:function:echo:live',
    'arn:aws:states:::lambda:invoke.waitForTaskToken',
    'arn:aws:states:::states:startExecution.sync',
    'arn:aws:states:::athena:startQueryExecution.sync',
    'arn:aws:states:::aws-sdk:s3:getObject',
  ])('%s is supported', (resource) => {
    expect(isSupportedResource(resource, hosts)).toBe(true);
  });

  it.each([
    ['echo', 'is not the ARN of a Lambda function'],
    ['arn:aws:states:us-east-1:000000000000:activity:work', 'activity:work is no optimized integration'],
    ['arn:aws:states:::glue:startJobRun.sync', 'glue:startJobRun is no optimized integration'],
    [
      'arn:aws:states:::lambda:invoke.sync',
      'lambda:invoke has no .sync; it is offered as lambda:invoke, lambda:invoke.waitForTaskToken',
    ],
    ['arn:aws:states:::athena:startQueryExecution.waitForTaskToken', 'has no .waitForTaskToken'],
    ['arn:aws:states:::aws-sdk:ec2:runInstances', 'hosts no aws-sdk:ec2'],
    ['arn:aws:states:::aws-sdk:s3:getObject.sync', 'aws-sdk integrations have no .sync'],
    ['arn:aws:states:::aws-sdk:s3:GetObject', 'must be written in camelCase'],
    ['arn:aws:states:::aws-sdk:s3:putBucketAcl', 'does not host s3:PutBucketAcl'],
  ])('%s is refused: %s', (resource, reason) => {
    expect(isSupportedResource(resource, hosts)).toContain(reason);
  });
});

describe("a Task's Arguments", () => {
  it('must have what the integration needs and nothing it does not know', () => {
    const invoke = 'arn:aws:states:::lambda:invoke';
    expect(argumentProblem(invoke, { FunctionName: 'echo', Payload: 1 })).toBeUndefined();
    expect(argumentProblem(invoke, '{% $states.input %}')).toBeUndefined();
    expect(argumentProblem(invoke, { Payload: 1 })).toContain('The field "FunctionName" is required');
    expect(argumentProblem(invoke, undefined)).toContain('The field "FunctionName" is required');
    expect(argumentProblem(invoke, { FunctionName: 'echo', Body: 1 })).toContain('The field "Body" is not supported');
    expect(argumentProblem('arn:aws:states:::aws-sdk:s3:getObject', { Anything: 1 })).toBeUndefined();
  });
});
