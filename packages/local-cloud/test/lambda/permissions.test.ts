import { UpdateFunctionConfigurationCommand } from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AwsError } from '../../src/aws-error.ts';
import type { Permission } from '../../src/service.ts';
import { type LambdaCloud, ROLE, startLambdaCloud } from './lambda-cloud.ts';

const asked: Permission[] = [];
let cloud: LambdaCloud;
beforeAll(async () => {
  cloud = await startLambdaCloud({
    authorize(_caller, permissions) {
      asked.push(...permissions);
      throw new AwsError('AccessDeniedException', 'No.', 403);
    },
  });
});
afterAll(() => cloud.remove());

const FUNCTION = 'arn:aws:lambda:us-east-1:000000000000:function:f';
const GROUP = 'arn:aws:logs:us-east-1:000000000000:log-group:/g';

it('a function is traced only if its role may send traces', async () => {
  await expect(cloud.create('traced', '', { TracingConfig: { Mode: 'Active' } })).rejects.toMatchObject({
    name: 'InvalidParameterValueException',
    message: 'The provided execution role does not have permissions to call PutTraceSegments on XRAY',
  });
  await cloud.create('untraced', 'exports.handler = () => {}');
  const traced = new UpdateFunctionConfigurationCommand({
    FunctionName: 'untraced',
    TracingConfig: { Mode: 'Active' },
  });
  await expect(cloud.client.send(traced)).rejects.toThrow('PutTraceSegments on XRAY');
});

it('a function is in subnets only if its role may create network interfaces', async () => {
  await expect(cloud.create('inside', '', { VpcConfig: { SubnetIds: ['subnet-1'] } })).rejects.toMatchObject({
    name: 'InvalidParameterValueException',
    message: 'The provided execution role does not have permissions to call CreateNetworkInterface on EC2',
  });
});

describe('what a role must be allowed to do', () => {
  const cases: [service: string, operation: string, input: object, permissions: string[]][] = [
    ['lambda', 'Invoke', { FunctionName: 'f' }, [`lambda:InvokeFunction ${FUNCTION}`]],
    ['lambda', 'Invoke', { FunctionName: FUNCTION }, [`lambda:InvokeFunction ${FUNCTION}`]],
    ['lambda', 'Invoke', { FunctionName: 'f', Qualifier: '$LATEST' }, [`lambda:InvokeFunction ${FUNCTION}:$LATEST`]],
    ['lambda', 'Invoke', { FunctionName: ['not', 'a name'] }, ['lambda:InvokeFunction *']],
    [
      'lambda',
      'CreateFunction',
      { FunctionName: 'f', Role: ROLE },
      [`lambda:CreateFunction ${FUNCTION}`, `iam:PassRole ${ROLE}`],
    ],
    ['lambda', 'UpdateFunctionCode', { FunctionName: 'f' }, [`lambda:UpdateFunctionCode ${FUNCTION}`]],
    [
      'lambda',
      'UpdateFunctionConfiguration',
      { FunctionName: 'f' },
      [`lambda:UpdateFunctionConfiguration ${FUNCTION}`],
    ],
    ['lambda', 'GetFunction', { FunctionName: 'f' }, [`lambda:GetFunction ${FUNCTION}`]],
    ['lambda', 'ListFunctions', {}, ['lambda:ListFunctions *']],
    ['lambda', 'DeleteFunction', { FunctionName: 'f' }, [`lambda:DeleteFunction ${FUNCTION}`]],
    ['logs', 'CreateLogGroup', { logGroupName: '/g' }, [`logs:CreateLogGroup ${GROUP}:log-stream:`]],
    ['logs', 'PutLogEvents', { logGroupName: '/g', logStreamName: 's' }, [`logs:PutLogEvents ${GROUP}:log-stream:s`]],
    ['logs', 'FilterLogEvents', { logGroupName: '/g' }, [`logs:FilterLogEvents ${GROUP}:log-stream:`]],
    ['monitoring', 'PutMetricData', { Namespace: 'N' }, ['cloudwatch:PutMetricData *']],
    ['monitoring', 'GetMetricData', {}, ['cloudwatch:GetMetricData *']],
  ];
  it.each(cases)('%s:%s %j', async (service, operation, input, permissions) => {
    asked.length = 0;
    const { context } = cloud.cloud;
    await expect(context.call(service, operation, input, context.assumeRole(ROLE, 'test'))).rejects.toThrow('No.');
    expect(asked.map(({ action, resource }) => `${action} ${resource}`)).toEqual(permissions);
  });
});
