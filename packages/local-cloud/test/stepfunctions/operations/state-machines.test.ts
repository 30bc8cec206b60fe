import {
  CreateStateMachineCommand,
  DeleteStateMachineCommand,
  DescribeStateMachineCommand,
  ListStateMachinesCommand,
  UpdateStateMachineCommand,
  ValidateStateMachineDefinitionCommand,
} from '@aws-sdk/client-sfn';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AwsError } from '../../../src/aws-error.ts';
import { ROLE, StatesCloud } from '../states-cloud.ts';

const pass = (Output: unknown = {}) =>
  JSON.stringify({ QueryLanguage: 'JSONata', StartAt: 'A', States: { A: { Type: 'Pass', Output, End: true } } });

describe('state machines', () => {
  let cloud: StatesCloud;
  let denied = '';
  const logged: string[] = [];
  beforeAll(async () => {
    cloud = await StatesCloud.start({
      authorize(_caller, permissions) {
        if (permissions.some(({ action }) => action === denied)) throw new AwsError('AccessDeniedException', 'no');
      },
      log: (line) => logged.push(line),
    });
  });
  afterEach(() => {
    denied = '';
  });
  afterAll(() => cloud.close());

  const create = (name: string, more: object = {}) =>
    cloud.sfn.send(new CreateStateMachineCommand({ name, definition: pass(), roleArn: ROLE, ...more }));

  it('are created, described, updated and deleted', async () => {
    const { stateMachineArn, creationDate } = await create('life');
    expect(stateMachineArn).toBe('arn:aws:states:us-east-1:000000000000:stateMachine:life');
    expect(creationDate).toBeInstanceOf(Date);

    const before = await cloud.sfn.send(new DescribeStateMachineCommand({ stateMachineArn }));
    expect(before).toMatchObject({
      name: 'life',
      status: 'ACTIVE',
      type: 'STANDARD',
      definition: pass(),
      roleArn: ROLE,
    });

    const updated = await cloud.sfn.send(new UpdateStateMachineCommand({ stateMachineArn, definition: pass(1) }));
    expect(updated.revisionId).not.toBe(before.revisionId);
    const after = await cloud.sfn.send(new DescribeStateMachineCommand({ stateMachineArn }));
    expect(after.definition).toBe(pass(1));

    await cloud.sfn.send(new DeleteStateMachineCommand({ stateMachineArn }));
    await expect(cloud.sfn.send(new DescribeStateMachineCommand({ stateMachineArn }))).rejects.toMatchObject({
      name: 'StateMachineDoesNotExist',
    });
  });

  it('are created once: the same again is no error, another definition is', async () => {
    const first = await create('twice');
    const second = await create('twice');
    expect(second.stateMachineArn).toBe(first.stateMachineArn);
    await expect(create('twice', { definition: pass(2) })).rejects.toMatchObject({ name: 'StateMachineAlreadyExists' });
  });

  it('are listed in pages', async () => {
    for (const name of ['page-1', 'page-2', 'page-3']) await create(name);
    const names: (string | undefined)[] = [];
    let nextToken: string | undefined;
    do {
      const page = await cloud.sfn.send(new ListStateMachinesCommand({ maxResults: 2, nextToken }));
      expect(page.stateMachines?.length).toBeLessThanOrEqual(2);
      names.push(...(page.stateMachines ?? []).map(({ name }) => name));
      nextToken = page.nextToken;
    } while (nextToken);
    expect(names).toEqual(expect.arrayContaining(['page-1', 'page-2', 'page-3']));
    await expect(cloud.sfn.send(new ListStateMachinesCommand({ nextToken: 'nonsense' }))).rejects.toMatchObject({
      name: 'InvalidToken',
    });
  });

  it.each(['', 'a b', 'a/b', 'a*b', 'a[b]', 'x'.repeat(81)])('refuse the name %j', async (name) => {
    await expect(create(name)).rejects.toMatchObject({
      name: expect.stringMatching(/InvalidName|ValidationException/),
    });
  });

  it('refuse a role that is none', async () => {
    await expect(create('role', { roleArn: 'me' })).rejects.toMatchObject({ name: 'InvalidArn' });
  });

  it('refuse a definition over 1 MB', async () => {
    await expect(create('large', { definition: pass('x'.repeat(1_048_576)) })).rejects.toMatchObject({
      name: 'ValidationException',
    });
  });

  it.each([
    ...['CreateLogDelivery', 'GetLogDelivery', 'UpdateLogDelivery', 'DeleteLogDelivery', 'ListLogDeliveries'],
    ...['PutResourcePolicy', 'DescribeResourcePolicies', 'DescribeLogGroups'],
  ])('refuse to log for a role without logs:%s', async (action) => {
    const { stateMachineArn } = await create(`quiet-${action}`, { loggingConfiguration: { level: 'OFF' } });
    const logGroupArn = 'arn:aws:logs:us-east-1:000000000000:log-group:/aws/vendedlogs/states/x:*';
    const loggingConfiguration = {
      level: 'ALL' as const,
      destinations: [{ cloudWatchLogsLogGroup: { logGroupArn } }],
    };
    denied = `logs:${action}`;
    const refused = {
      name: 'AccessDeniedException',
      message: 'The state machine IAM Role is not authorized to access the Log Destination',
    };
    await expect(create(`logs-${action}`, { loggingConfiguration })).rejects.toMatchObject(refused);
    const update = new UpdateStateMachineCommand({ stateMachineArn, loggingConfiguration });
    await expect(cloud.sfn.send(update)).rejects.toMatchObject(refused);
  });

  it.each(['PutTraceSegments', 'PutTelemetryRecords', 'GetSamplingRules', 'GetSamplingTargets'])(
    'run without xray:%s, and the log says that their traces would be lost',
    async (action) => {
      denied = `xray:${action}`;
      await create(`untraced-${action}`);
      expect(logged.join()).not.toContain(`untraced-${action}`);
      await create(`traced-${action}`, { tracingConfiguration: { enabled: true } });
      expect(logged).toContainEqual(`The traces of traced-${action} would be lost on AWS: no`);
    },
  );

  it('refuse an update of nothing', async () => {
    const { stateMachineArn } = await create('still');
    await expect(cloud.sfn.send(new UpdateStateMachineCommand({ stateMachineArn }))).rejects.toMatchObject({
      name: 'MissingRequiredParameter',
    });
  });

  it('tell an ARN that is none from one of nothing', async () => {
    await expect(cloud.sfn.send(new DescribeStateMachineCommand({ stateMachineArn: 'life' }))).rejects.toMatchObject({
      name: 'InvalidArn',
    });
  });

  it('have their definitions validated without being created', async () => {
    const good = await cloud.sfn.send(new ValidateStateMachineDefinitionCommand({ definition: pass() }));
    expect(good).toMatchObject({ result: 'OK', diagnostics: [] });
    const bad = await cloud.sfn.send(new ValidateStateMachineDefinitionCommand({ definition: '{"StartAt":"A"}' }));
    expect(bad).toMatchObject({
      result: 'FAIL',
      diagnostics: [{ severity: 'ERROR', code: 'SCHEMA_VALIDATION_FAILED', location: '/' }],
    });
  });
});
