import { GetExecutionHistoryCommand } from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StatesCloud } from '../states-cloud.ts';

describe('the quotas of an execution', () => {
  let cloud: StatesCloud;
  beforeAll(async () => {
    cloud = await StatesCloud.start();
  });
  afterAll(() => cloud.close());

  const pad = (length: number) => `{% $pad('', ${length}, 'x') %}`;
  const pass = (more: object) => ({ StartAt: 'A', States: { A: { Type: 'Pass', End: true, ...more } } });

  it('let an output be 262,144 bytes and no more', async () => {
    const fits = await cloud.run('fits', pass({ Output: pad(262_142) }));
    expect(fits.status).toBe('SUCCEEDED');
    const over = await cloud.run('over', pass({ Output: pad(262_143) }));
    expect(over).toMatchObject({ status: 'FAILED', error: 'States.DataLimitExceeded' });
    expect(over.cause).toContain("'A'");
  });

  it('count bytes, not characters', async () => {
    const over = await cloud.run('umlauts', pass({ Output: "{% $pad('', 131073, 'ü') %}" }));
    expect(over).toMatchObject({ status: 'FAILED', error: 'States.DataLimitExceeded' });
  });

  it('let one Assign be 262,144 bytes and no more', async () => {
    const over = await cloud.run('assign', pass({ Assign: { a: pad(200_000), b: pad(100_000) }, Output: 1 }));
    expect(over).toMatchObject({ status: 'FAILED', error: 'States.DataLimitExceeded' });
  });

  it('let all variables together be 10 MiB and no more', async () => {
    const count = 45;
    const states = Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `S${index}`,
        {
          Type: 'Pass',
          Assign: { [`v${index}`]: pad(250_000) },
          Output: 1,
          ...(index + 1 < count ? { Next: `S${index + 1}` } : { End: true }),
        },
      ]),
    );
    const over = await cloud.run('variables', { StartAt: 'S0', States: states });
    expect(over).toMatchObject({ status: 'FAILED', error: 'States.DataLimitExceeded' });
    expect(over.cause).toContain('S41');
  });

  it('end an execution at 25,000 events', async () => {
    const ended = await cloud.run('endless', {
      StartAt: 'A',
      States: {
        A: { Type: 'Choice', Choices: [{ Condition: false, Next: 'B' }], Default: 'A' },
        B: { Type: 'Succeed' },
      },
    });
    expect(ended).toMatchObject({ status: 'FAILED', error: 'States.Runtime' });
    expect(ended.cause).toBe('The execution reached the maximum number of history events (25000).');
    const { events } = await cloud.sfn.send(
      new GetExecutionHistoryCommand({ executionArn: ended.arn, reverseOrder: true, maxResults: 1 }),
    );
    expect(events).toMatchObject([{ id: 25_000, type: 'ExecutionFailed' }]);
  });
});
