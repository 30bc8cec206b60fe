import {
  DeleteFunctionConcurrencyCommand,
  InvokeCommand,
  LambdaClient,
  PutFunctionConcurrencyCommand,
} from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LambdaCloud, startLambdaCloud } from './lambda-cloud.ts';

const WAITS = 'exports.handler = () => new Promise((resolve) => setTimeout(resolve, 300));';
const SHARED = ['one', 'two'];

let cloud: LambdaCloud;
let client: LambdaClient;
beforeAll(async () => {
  cloud = await startLambdaCloud({ limits: { lambdaConcurrency: 103 } });
  client = new LambdaClient({ ...cloud.settings, requestHandler: { httpAgent: { maxSockets: 200 } } });
  for (const name of [...SHARED, 'own']) await cloud.create(name, WAITS);
});
afterAll(() => cloud.remove());

const reserve = (FunctionName: string, ReservedConcurrentExecutions: number) =>
  cloud.client.send(new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions }));

/** How many were throttled, and why. */
async function throttled(names: readonly string[]): Promise<string[]> {
  const results = await Promise.allSettled(
    names.map((FunctionName) => client.send(new InvokeCommand({ FunctionName }))),
  );
  return results.flatMap((result) => (result.status === 'rejected' ? [result.reason.Reason] : []));
}
const times = (count: number, name: string) => Array<string>(count).fill(name);

describe('the concurrency of an account', () => {
  it('is shared by the functions without a reservation, and what is reserved is taken from it', async () => {
    await reserve('own', 3);
    const shared = [...times(60, 'one'), ...times(41, 'two')];
    expect(await throttled([...shared, ...times(4, 'own')])).toEqual([
      'ConcurrentInvocationLimitExceeded',
      'ReservedFunctionConcurrentInvocationLimitExceeded',
    ]);
    expect(cloud.logged).toContainEqual(expect.stringMatching(/^Throttled function \w+: its concurrency is \d+\.$/));
    await cloud.client.send(new DeleteFunctionConcurrencyCommand({ FunctionName: 'own' }));
    expect(await throttled([...shared, 'own', 'own'])).toEqual([]);
  });

  it('leaves at least 100 without a reservation', async () => {
    await expect(reserve('own', 4)).rejects.toMatchObject({
      name: 'InvalidParameterValueException',
      message: expect.stringContaining('[100]'),
    });
  });

  it('is never reserved where it is 10, as in a new account', async () => {
    const small = await startLambdaCloud({ limits: { lambdaConcurrency: 10 } });
    try {
      await small.create('own', WAITS);
      const one = new PutFunctionConcurrencyCommand({ FunctionName: 'own', ReservedConcurrentExecutions: 1 });
      await expect(small.client.send(one)).rejects.toMatchObject({ message: expect.stringContaining('[10]') });
    } finally {
      await small.remove();
    }
  });
});
