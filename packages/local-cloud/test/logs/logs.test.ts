import {
  CreateLogGroupCommand,
  CreateLogStreamCommand,
  DeleteLogGroupCommand,
  DescribeLogGroupsCommand,
  FilterLogEventsCommand,
  PutLogEventsCommand,
  PutRetentionPolicyCommand,
} from '@aws-sdk/client-cloudwatch-logs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AwsError } from '../../src/aws-error.ts';
import { type LambdaCloud, startLambdaCloud } from '../lambda/lambda-cloud.ts';

let cloud: LambdaCloud;
let denied = '';
beforeAll(async () => {
  cloud = await startLambdaCloud({
    authorize(_caller, permissions) {
      const refused = permissions.find(({ action }) => action === denied);
      if (refused) throw new AwsError('AccessDeniedException', `no ${refused.action} on ${refused.resource}`);
    },
  });
});
afterAll(() => cloud.remove());

const filter = async (logGroupName: string, filterPattern?: string) => {
  const { events } = await cloud.logs.send(new FilterLogEventsCommand({ logGroupName, filterPattern }));
  return (events ?? []).map(({ message }) => message ?? '');
};

describe('the log of a function', () => {
  it('has the platform’s lines, the console’s and raw ones, in order', async () => {
    await cloud.create(
      'talks',
      `console.log('loading');
       exports.handler = async () => {
         console.info('one\\ntwo', { a: 1 });
         console.warn('careful');
         process.stdout.write('raw a\\nraw b\\nno end');
         process.stderr.write('err\\n');
       };`,
    );
    const { $metadata } = await cloud.invoke('talks');
    const id = $metadata.requestId;
    const messages = await filter('/aws/lambda/talks');
    const plain = messages.map((line) => line.replace(/^\d{4}-\S+Z\t/, '').replaceAll(String(id), 'ID'));
    expect(plain.slice(0, -1)).toEqual([
      'undefined\tINFO\tloading',
      'START RequestId: ID Version: $LATEST',
      'ID\tINFO\tone\ntwo { a: 1 }',
      'ID\tWARN\tcareful',
      'raw a',
      'raw b',
      'err',
      'no end',
      'END RequestId: ID',
    ]);
    expect(plain.at(-1)).toMatch(
      /^REPORT RequestId: ID\tDuration: [\d.]+ ms\tBilled Duration: \d+ ms\tMemory Size: 128 MB\tMax Memory Used: \d+ MB\tInit Duration: [\d.]+ ms$/,
    );
  });

  it('keeps what was written before a handler died or blocked', async () => {
    await cloud.create('last-words', 'exports.handler = async () => { console.log("last words"); for (;;) {} };', {
      Timeout: 1,
    });
    await cloud.invoke('last-words');
    const messages = await filter('/aws/lambda/last-words');
    expect(messages.some((line) => line.endsWith('last words'))).toBe(true);
    expect(messages.some((line) => line.endsWith('Task timed out after 1.00 seconds'))).toBe(true);
    expect(messages.at(-1)).toMatch(/Status: timeout$/);
  });

  it('has the error of a failed invocation', async () => {
    await cloud.create('fails', 'exports.handler = async () => { throw new RangeError("too far"); };');
    await cloud.invoke('fails');
    const [line = ''] = await filter('/aws/lambda/fails', '"Invoke Error"');
    expect(line).toMatch(/\tERROR\tInvoke Error \t\{"errorType":"RangeError","errorMessage":"too far"/);
  });

  it('can be JSON with a level, in a group of the function’s choice', async () => {
    await cloud.create('json', 'exports.handler = async () => { console.debug("no"); console.warn("yes", 1); };', {
      LoggingConfig: { LogFormat: 'JSON', ApplicationLogLevel: 'WARN', LogGroup: '/shared/group' },
    });
    await cloud.invoke('json');
    const lines = (await filter('/shared/group')).map((line) => JSON.parse(line));
    expect(lines.map(({ type, level }) => type ?? level)).toEqual(['platform.start', 'WARN', 'platform.report']);
    expect(lines[1]).toMatchObject({ message: 'yes 1', requestId: expect.any(String) });
  });

  it.each(['logs:CreateLogStream', 'logs:PutLogEvents'])(
    'is not written without %s, and the function works',
    async (action) => {
      const name = action.replace(':', '-');
      await cloud.create(name, 'exports.handler = async () => { console.log("unheard"); return 1; };');
      denied = action;
      try {
        expect((await cloud.invoke(name)).payload).toBe(1);
      } finally {
        denied = '';
      }
      await expect(filter(`/aws/lambda/${name}`)).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    },
  );

  it('has one stream for each execution environment', async () => {
    await cloud.create('streams', 'exports.handler = async ({ exit }) => { if (exit) process.exit(1); };');
    await cloud.invoke('streams');
    await cloud.invoke('streams', { exit: true });
    await cloud.invoke('streams');
    const logGroupName = '/aws/lambda/streams';
    const { events = [] } = await cloud.logs.send(new FilterLogEventsCommand({ logGroupName }));
    expect(new Set(events.map((event) => event.logStreamName)).size).toBe(2);
  });

  it('is there after a restart', async () => {
    const first = await startLambdaCloud();
    await first.create('remembers', 'exports.handler = async () => console.log("before");');
    await first.invoke('remembers');
    await first.stop();
    const second = await startLambdaCloud({ dataDir: first.dataDir });
    await second.invoke('remembers');
    const { events } = await second.logs.send(
      new FilterLogEventsCommand({ logGroupName: '/aws/lambda/remembers', filterPattern: 'before' }),
    );
    expect(events).toHaveLength(2);
    await second.remove();
  });
});

describe('log groups', () => {
  it('are created, described by prefix, given a retention and deleted', async () => {
    const logGroupName = '/app/one';
    await cloud.logs.send(new CreateLogGroupCommand({ logGroupName }));
    await cloud.logs.send(new CreateLogGroupCommand({ logGroupName: '/app/two' }));
    await cloud.logs.send(new PutRetentionPolicyCommand({ logGroupName, retentionInDays: 7 }));
    const describe = () => cloud.logs.send(new DescribeLogGroupsCommand({ logGroupNamePrefix: '/app/' }));
    expect((await describe()).logGroups).toMatchObject([
      { logGroupName, retentionInDays: 7, arn: 'arn:aws:logs:us-east-1:000000000000:log-group:/app/one:*' },
      { logGroupName: '/app/two' },
    ]);
    await cloud.logs.send(new DeleteLogGroupCommand({ logGroupName }));
    expect((await describe()).logGroups).toHaveLength(1);
  });

  it('refuse what AWS refuses', async () => {
    await cloud.logs.send(new CreateLogGroupCommand({ logGroupName: '/app/strict' }));
    const { logs } = cloud;
    const logGroupName = '/app/strict';
    await expect(logs.send(new CreateLogGroupCommand({ logGroupName }))).rejects.toMatchObject({
      name: 'ResourceAlreadyExistsException',
    });
    await expect(logs.send(new CreateLogGroupCommand({ logGroupName: 'no spaces' }))).rejects.toMatchObject({
      name: 'InvalidParameterException',
    });
    await expect(logs.send(new PutRetentionPolicyCommand({ logGroupName, retentionInDays: 2 }))).rejects.toMatchObject({
      name: 'InvalidParameterException',
    });
    await expect(logs.send(new FilterLogEventsCommand({ logGroupName: '/absent' }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
    await expect(
      logs.send(new FilterLogEventsCommand({ logGroupName, filterPattern: '{ $.a = ' })),
    ).rejects.toMatchObject({
      name: 'InvalidParameterException',
    });
  });
});

describe('events that clients put', () => {
  const stream = { logGroupName: '/put/events', logStreamName: 's' };
  const now = Date.now();
  beforeAll(async () => {
    await cloud.logs.send(new CreateLogGroupCommand({ logGroupName: stream.logGroupName }));
    await cloud.logs.send(new CreateLogStreamCommand(stream));
    const logEvents = Array.from({ length: 25 }, (_, index) => ({ timestamp: now + index, message: `event ${index}` }));
    await cloud.logs.send(new PutLogEventsCommand({ ...stream, logEvents }));
  });

  it('are filtered in pages', async () => {
    const found: string[] = [];
    let nextToken: string | undefined;
    do {
      const page: { events?: { message?: string }[]; nextToken?: string } = await cloud.logs.send(
        new FilterLogEventsCommand({ logGroupName: stream.logGroupName, limit: 10, startTime: now + 2, nextToken }),
      );
      found.push(...(page.events ?? []).map(({ message }) => message ?? ''));
      nextToken = page.nextToken;
    } while (nextToken);
    expect(found).toEqual(Array.from({ length: 23 }, (_, index) => `event ${index + 2}`));
  });

  it('are left out when they are too old or lie in the future, and the answer says which', async () => {
    const hour = 3600 * 1000;
    const logEvents = [now - 15 * 24 * hour, now, now + 3 * hour].map((timestamp) => ({
      timestamp,
      message: `at ${timestamp}`,
    }));
    const { rejectedLogEventsInfo } = await cloud.logs.send(new PutLogEventsCommand({ ...stream, logEvents }));
    expect(rejectedLogEventsInfo).toEqual({ tooOldLogEventEndIndex: 1, tooNewLogEventStartIndex: 2 });
    expect(await filter(stream.logGroupName, '"at"')).toEqual([`at ${now}`]);
  });

  it('must be in order and go to a stream that is there', async () => {
    const put = (input: object) =>
      cloud.logs.send(new PutLogEventsCommand({ ...stream, logEvents: [{ timestamp: now, message: 'x' }], ...input }));
    await expect(put({ logStreamName: 'absent' })).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    const logEvents = [
      { timestamp: now, message: 'b' },
      { timestamp: now - 1, message: 'a' },
    ];
    await expect(put({ logEvents })).rejects.toMatchObject({ name: 'InvalidParameterException' });
  });
});
