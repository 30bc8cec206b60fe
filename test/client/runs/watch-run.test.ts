import { LambdaClient } from '@aws-sdk/client-lambda';
import { CreateStateMachineCommand, SFNClient, StartExecutionCommand, StopExecutionCommand } from '@aws-sdk/client-sfn';
import { createStepFunctionsService, createThrottle } from 'local-cloud/services';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Installation } from '../../../client/connect/installation.ts';
import { type Clock, watchRun } from '../../../client/runs/watch-run.ts';
import type { RunRecord } from '../../../domain/run-records/run-record.ts';
import type { RunRecordStore } from '../../../domain/run-records/store/run-record-store.ts';
import { controlRun } from '../../../functions/run-control/control-run.ts';
import { runRecordOf } from '../../support/run-record.ts';
import { startServices } from '../../support/service-cloud.ts';

const HOUR_MS = 3_600_000;

/** Time goes by only when somebody sleeps; sleepers wake in the order of their time. */
class SimulatedClock implements Clock {
  #now = Date.now();
  #awake = 0;
  readonly #sleepers: { at: number; wake: () => void }[] = [];
  readonly now = () => this.#now;

  sleep(ms: number): Promise<void> {
    return new Promise((wake) => this.#sleepers.push({ at: this.#now + ms, wake }));
  }

  /** Who sleeps on this clock until it is over. */
  follow<T>(sleeper: Promise<T>): Promise<T> {
    this.#awake += 1;
    return sleeper.finally(() => (this.#awake -= 1));
  }

  /** Lets time go by: whenever all sleep, the first one is woken. */
  async pass(ms: number): Promise<void> {
    for (const end = this.#now + ms; ; ) {
      while (this.#sleepers.length < this.#awake) await new Promise(setImmediate);
      this.#sleepers.sort((a, b) => a.at - b.at);
      const [next] = this.#sleepers;
      if (!next || next.at > end) return;
      this.#sleepers.shift();
      this.#now = next.at;
      next.wake();
    }
  }
}

const clock = new SimulatedClock();
const throttled: string[] = [];
let sfn: SFNClient;
let stateMachineArn: string;

beforeAll(async () => {
  const quotas = createThrottle({ now: clock.now });
  const throttle = (service: string, operation: string) => {
    try {
      quotas(service, operation);
    } catch (error) {
      throttled.push(operation);
      throw error;
    }
  };
  const { cloud, settings } = await startServices(async (context) => [await createStepFunctionsService(context)], {
    throttle,
  });
  sfn = new SFNClient(settings);
  // Thousands of looks: past HTTP, which is not what this is about.
  sfn.send = (command: { constructor: { name: string }; input: unknown }) => {
    const operation = command.constructor.name.replace(/Command$/, '');
    return cloud.context.call('states', operation, command.input, cloud.context.administrator);
  };
  const definition = JSON.stringify({
    StartAt: 'Wait',
    States: { Wait: { Type: 'Wait', Seconds: 90_000, End: true } },
  });
  const roleArn = 'arn:aws:iam::000000000000:role/machine';
  ({ stateMachineArn = '' } = await sfn.send(new CreateStateMachineCommand({ name: 'long', roleArn, definition })));
});

/** An installation whose only run has this record, and whose run control is the function itself. */
function installationOf(record: () => RunRecord): Installation {
  const observe = async () => ({ record: record(), batches: [] });
  const runs = {
    observe,
    find: async () => record(),
    read: async () => record(),
    parked: async () => 0,
    update: async () => true,
  } as Partial<RunRecordStore> as RunRecordStore;
  const deps = {
    sfn,
    runs,
    machineOf: () => stateMachineArn,
    observer: { controlled() {} } as never,
    closeStoppedRun: async () => {},
    s3: {} as never,
    bucket: '',
    jobs: { join: async () => {} },
  };
  const lambda = new LambdaClient({});
  lambda.send = async (command: { input: { Payload: Uint8Array } }) => {
    const answer = await controlRun(JSON.parse(Buffer.from(command.input.Payload).toString()), deps);
    return { Payload: Buffer.from(JSON.stringify(answer)) };
  };
  return { clients: { sfn, lambda }, outputs: {}, runs, pollMs: 1_000 } as unknown as Installation;
}

async function longRun(fields: Partial<RunRecord>) {
  const { executionArn = '' } = await sfn.send(new StartExecutionCommand({ stateMachineArn }));
  const evaluationId = 'watched';
  const record = runRecordOf({ evaluation_id: evaluationId, execution_arn: executionArn, ...fields });
  return { evaluationId, executionArn, record };
}

const watch = (...[run, installation, onProgress, signal]: Parameters<typeof watchRun>) =>
  clock.follow(watchRun(run, installation, onProgress, signal, clock));

describe('a run that is watched', () => {
  it('for an hour by two, and paused on the way, stays within the account’s quotas', async () => {
    const { record, ...run } = await longRun({ batch_size: 1, status: 'pausing' });
    const seen = [0, 0];
    const leaving = new AbortController();
    const watchers = [0, 1].map((index) =>
      watch(
        run,
        installationOf(() => record),
        () => (seen[index] = (seen[index] ?? 0) + 1),
        leaving.signal,
      ),
    );
    await clock.pass(HOUR_MS);
    leaving.abort();
    await clock.pass(2_000);
    expect(await Promise.all(watchers)).toEqual([undefined, undefined]);
    expect(throttled).toEqual([]);
    // Its progress is told every second all the same.
    expect(Math.min(...seen)).toBeGreaterThanOrEqual(3_600);
  });

  it('has its end told as soon as its record is closed', async () => {
    const { record, ...run } = await longRun({});
    let now = record;
    const began = clock.now();
    const watching = watch(
      run,
      installationOf(() => now),
      () => {},
      undefined,
    );
    await clock.pass(3_500);
    await sfn.send(new StopExecutionCommand({ executionArn: run.executionArn, cause: 'enough' }));
    now = { ...record, status: 'cancelled', reason: 'enough', finished_at: new Date().toISOString() };
    await clock.pass(HOUR_MS);
    expect(await watching).toMatchObject({ status: 'cancelled', reason: 'enough' });
    // Sooner than it would have been looked at anyway.
    expect(clock.now() - began).toBeLessThan(10_000);
  });

  it('goes on being watched when Step Functions answers no more for a while', async () => {
    const { record, ...run } = await longRun({});
    let seen = 0;
    const leaving = new AbortController();
    const installation = installationOf(() => record);
    const failing = {
      ...installation.clients,
      sfn: { send: () => Promise.reject(Object.assign(new Error('Rate exceeded'), { name: 'ThrottlingException' })) },
    };
    const watching = watch(run, { ...installation, clients: failing as never }, () => (seen += 1), leaving.signal);
    await clock.pass(60_000);
    leaving.abort();
    await clock.pass(2_000);
    expect(await watching).toBeUndefined();
    expect(seen).toBeGreaterThanOrEqual(60);
  });
});
