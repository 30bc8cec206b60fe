import {
  CreateStateMachineAliasCommand,
  CreateStateMachineCommand,
  DeleteStateMachineAliasCommand,
  DeleteStateMachineCommand,
  DeleteStateMachineVersionCommand,
  DescribeExecutionCommand,
  DescribeStateMachineAliasCommand,
  DescribeStateMachineCommand,
  ListExecutionsCommand,
  ListStateMachineAliasesCommand,
  ListStateMachineVersionsCommand,
  PublishStateMachineVersionCommand,
  StartExecutionCommand,
  UpdateStateMachineAliasCommand,
  UpdateStateMachineCommand,
} from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROLE, StatesCloud } from '../states-cloud.ts';

const giving = (Result: unknown) =>
  JSON.stringify({ StartAt: 'A', States: { A: { Type: 'Pass', Result, End: true } } });

describe('versions and aliases of a state machine', () => {
  let cloud: StatesCloud;
  let count = 0;
  beforeAll(async () => {
    cloud = await StatesCloud.start();
  });
  afterAll(() => cloud.close());

  const create = async (more: object = {}) => {
    count += 1;
    const created = await cloud.sfn.send(
      new CreateStateMachineCommand({ name: `machine-${count}`, roleArn: ROLE, definition: giving(1), ...more }),
    );
    return { arn: created.stateMachineArn ?? '', versionArn: created.stateMachineVersionArn };
  };
  const update = (stateMachineArn: string, result: unknown, more: object = {}) =>
    cloud.sfn.send(new UpdateStateMachineCommand({ stateMachineArn, definition: giving(result), ...more }));
  const versionsOf = async (stateMachineArn: string) => {
    const { stateMachineVersions = [] } = await cloud.sfn.send(
      new ListStateMachineVersionsCommand({ stateMachineArn }),
    );
    return stateMachineVersions.map(({ stateMachineVersionArn }) => stateMachineVersionArn);
  };
  /** Two versions, giving 1 and 2; the machine itself gives 3. */
  const twoVersions = async () => {
    const { arn } = await create({ publish: true });
    await update(arn, 2, { publish: true, versionDescription: 'second' });
    await update(arn, 3);
    return arn;
  };
  const createAlias = (name: string, ...routes: [string, number][]) =>
    cloud.sfn.send(
      new CreateStateMachineAliasCommand({
        name,
        routingConfiguration: routes.map(([stateMachineVersionArn, weight]) => ({ stateMachineVersionArn, weight })),
      }),
    );

  it('a version stays as it was published, and is what an execution of its ARN runs', async () => {
    const arn = await twoVersions();
    expect(await versionsOf(arn)).toEqual([`${arn}:2`, `${arn}:1`]);
    const described = await cloud.sfn.send(new DescribeStateMachineCommand({ stateMachineArn: `${arn}:2` }));
    expect(described).toMatchObject({
      stateMachineArn: `${arn}:2`,
      description: 'second',
      definition: giving(2),
      status: 'ACTIVE',
    });

    const ended = await cloud.ended(await cloud.startMachine(`${arn}:1`));
    expect(ended.output).toBe(1);
    const execution = await cloud.sfn.send(new DescribeExecutionCommand({ executionArn: ended.arn }));
    expect(execution).toMatchObject({ stateMachineArn: arn, stateMachineVersionArn: `${arn}:1` });
    expect((await cloud.ended(await cloud.startMachine(arn))).output).toBe(3);

    const listed = await cloud.sfn.send(new ListExecutionsCommand({ stateMachineArn: `${arn}:1` }));
    expect(listed.executions).toMatchObject([{ executionArn: ended.arn, stateMachineVersionArn: `${arn}:1` }]);
    const all = await cloud.sfn.send(new ListExecutionsCommand({ stateMachineArn: arn }));
    expect(all.executions).toHaveLength(2);
  });

  it('a revision is published once, only while it is the current one, and no number is given twice', async () => {
    const { arn } = await create();
    const publish = (revisionId?: string) =>
      cloud.sfn.send(new PublishStateMachineVersionCommand({ stateMachineArn: arn, revisionId }));
    expect(await publish('INITIAL')).toMatchObject({ stateMachineVersionArn: `${arn}:1` });
    expect(await publish()).toMatchObject({ stateMachineVersionArn: `${arn}:1` });
    expect(await update(arn, 1, { publish: true })).toMatchObject({ stateMachineVersionArn: `${arn}:1` });

    const { revisionId } = await update(arn, 2);
    await expect(publish('INITIAL')).rejects.toThrow(
      `Failed to publish the State Machine version for revision INITIAL. The current State Machine revision is ${revisionId}.`,
    );
    expect(await publish(revisionId)).toMatchObject({ stateMachineVersionArn: `${arn}:2` });
    await cloud.sfn.send(new DeleteStateMachineVersionCommand({ stateMachineVersionArn: `${arn}:2` }));
    await cloud.sfn.send(new DeleteStateMachineVersionCommand({ stateMachineVersionArn: `${arn}:2` }));
    expect(await publish()).toMatchObject({ stateMachineVersionArn: `${arn}:3` });
  });

  it('a version can be neither updated nor started once it is gone', async () => {
    const { arn } = await create({ publish: true });
    await expect(update(`${arn}:1`, 2)).rejects.toThrow(`State Machine Does Not Exist: '${arn}:1'`);
    await expect(cloud.startMachine(`${arn}:9`)).rejects.toThrow(`State Machine Does Not Exist: '${arn}:9'`);
    await expect(create({ versionDescription: 'x' })).rejects.toThrow(
      'Version description can only be set when publish is true',
    );
  });

  it('an alias leads executions to its versions by their weights', async () => {
    const arn = await twoVersions();
    const { stateMachineAliasArn } = await createAlias('live', [`${arn}:1`, 100]);
    expect(stateMachineAliasArn).toBe(`${arn}:live`);
    const executionArn = await cloud.startMachine(`${arn}:live`);
    expect((await cloud.ended(executionArn)).output).toBe(1);
    expect(await cloud.sfn.send(new DescribeExecutionCommand({ executionArn }))).toMatchObject({
      stateMachineArn: arn,
      stateMachineAliasArn,
      stateMachineVersionArn: `${arn}:1`,
    });

    const routingConfiguration = [
      { stateMachineVersionArn: `${arn}:1`, weight: 50 },
      { stateMachineVersionArn: `${arn}:2`, weight: 50 },
    ];
    await cloud.sfn.send(
      new UpdateStateMachineAliasCommand({ stateMachineAliasArn, routingConfiguration, description: 'both' }),
    );
    expect(await cloud.sfn.send(new DescribeStateMachineAliasCommand({ stateMachineAliasArn }))).toMatchObject({
      name: 'live',
      description: 'both',
      routingConfiguration,
    });
    const outputs = new Set<unknown>();
    while (outputs.size < 2) {
      const { executionArn: started } = await cloud.sfn.send(
        new StartExecutionCommand({ stateMachineArn: `${arn}:live` }),
      );
      outputs.add((await cloud.ended(started ?? '')).output);
    }
    expect(outputs).toEqual(new Set([1, 2]));
  });

  it('a version an alias leads to cannot be deleted, and all go with their state machine', async () => {
    const arn = await twoVersions();
    const { stateMachineAliasArn } = await createAlias('kept', [`${arn}:2`, 100]);
    const remove = cloud.sfn.send(new DeleteStateMachineVersionCommand({ stateMachineVersionArn: `${arn}:2` }));
    await expect(remove).rejects.toThrow('Current list of aliases referencing this version: [kept]');
    const { stateMachineAliases } = await cloud.sfn.send(
      new ListStateMachineAliasesCommand({ stateMachineArn: `${arn}:2` }),
    );
    expect(stateMachineAliases).toMatchObject([{ stateMachineAliasArn }]);

    await cloud.sfn.send(new DeleteStateMachineCommand({ stateMachineArn: arn }));
    const described = cloud.sfn.send(new DescribeStateMachineAliasCommand({ stateMachineAliasArn }));
    await expect(described).rejects.toThrow('Request references a resource that does not exist.');
    await cloud.sfn.send(new DeleteStateMachineAliasCommand({ stateMachineAliasArn }));
  });

  it('an alias is refused with routes that cannot be', async () => {
    const arn = await twoVersions();
    const [one, two]: [string, string] = [`${arn}:1`, `${arn}:2`];
    await expect(createAlias('x', [arn, 100])).rejects.toThrow('must contain state machine version ARNs');
    await expect(createAlias('x', [one, 50], [one, 50])).rejects.toThrow('must contain distinct state machine version');
    await expect(createAlias('x', [one, 70], [two, 29])).rejects.toThrow('must equal 100. Received: [70, 29]');
    await expect(createAlias('x', [`${arn}:9`, 100])).rejects.toThrow('does not exist');
    await expect(createAlias('123', [one, 100])).rejects.toThrow('regular expression pattern');

    const first = await createAlias('x', [one, 100]);
    expect(await createAlias('x', [one, 100])).toMatchObject({ creationDate: first.creationDate });
    await expect(createAlias('x', [two, 100])).rejects.toThrow('different routing configuration already exists');
  });
});
