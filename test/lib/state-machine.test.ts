import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import jsonata from 'jsonata';
import { describe, expect, it } from 'vitest';
import { ERRORS } from '../../contracts/errors.ts';
import { LEASE_SECONDS } from '../../domain/run-records/table-lease.ts';
import { composeStateMachine } from '../../lib/compose-state-machine.ts';

const ROOT = join(import.meta.dirname, '../..');

interface Retrier {
  readonly ErrorEquals: string[];
  readonly IntervalSeconds?: number;
  readonly BackoffRate?: number;
  readonly MaxAttempts: number;
  readonly MaxDelaySeconds?: number;
  readonly JitterStrategy?: string;
}

interface State {
  readonly Type: string;
  readonly Resource?: string;
  readonly Retry?: Retrier[];
  readonly Catch?: { ErrorEquals: string[]; Next: string }[];
  readonly ItemProcessor?: { States: Record<string, State> };
}

interface Definition {
  readonly QueryLanguage: string;
  readonly States: Record<string, State>;
}

const definition = composeStateMachine('evaluation') as unknown as Definition;
const batchJob = composeStateMachine('batch-job') as unknown as Definition;
const loadResults = composeStateMachine('load-results') as unknown as Definition;

const allStates = (states: Record<string, State>): [string, State][] =>
  Object.entries(states).flatMap(([name, state]) => [
    [name, state],
    ...(state.ItemProcessor ? allStates(state.ItemProcessor.States) : []),
  ]);

const states = new Map([batchJob, loadResults, definition].flatMap(({ States }) => allStates(States)));
const errorNames = new Set(
  [...states.values()].flatMap((state) =>
    [...(state.Retry ?? []), ...(state.Catch ?? [])].flatMap((rule) => rule.ErrorEquals),
  ),
);

/** AWS's own: reserved names, and `<Service>.<Exception>` as Step Functions spells errors of an integration. */
const isAwsName = (name: string): boolean =>
  /^States\.[A-Z]\w+$/.test(name) || /^(Lambda|DynamoDB|Athena|StepFunctions)\.\w+$/.test(name);

/** Functions give on the names of services that turned them away. */
const THROTTLES = [
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ServiceUnavailable',
  'SlowDown',
  'ThrottledException',
  'ThrottlingException',
  'TooManyRequestsException',
];

/** What a task of a service fails with while that service, or one its function calls, has no room for it. */
const TURNED_AWAY: Record<string, readonly string[]> = {
  lambda: ['Lambda.TooManyRequestsException', 'Lambda.ServiceException', 'QueryThrottled', ...THROTTLES],
  athena: ['Athena.TooManyRequestsException'],
  dynamodb: [
    'DynamoDB.ProvisionedThroughputExceededException',
    'DynamoDB.RequestLimitExceededException',
    'DynamoDB.ThrottlingException',
  ],
  states: ['StepFunctions.ExecutionLimitExceededException'],
};

/** What Step Functions calls an error that the service does not model: a denied access above all. */
const DENIED: Record<string, string> = {
  lambda: 'Lambda.AWSLambdaException',
  athena: 'Athena.AmazonAthenaException',
  dynamodb: 'DynamoDB.AmazonDynamoDBException',
  states: 'StepFunctions.AWSStepFunctionsException',
};
const ATHENA_QUERY_SECONDS = 30 * 60;

/** The longest time that a retrier goes on. */
const secondsOf = ({
  IntervalSeconds = 1,
  BackoffRate = 2,
  MaxAttempts,
  MaxDelaySeconds = Infinity,
}: Retrier): number =>
  Array.from({ length: MaxAttempts }, (_, made) =>
    Math.min(MaxDelaySeconds, IntervalSeconds * BackoffRate ** made),
  ).reduce((sum, seconds) => sum + seconds, 0);

const raisedNames = (): Set<string> => {
  const files = ['client', 'functions']
    .flatMap((room) => readdirSync(join(ROOT, room), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.name.endsWith('.ts'));
  const text = files.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8')).join('\n');
  return new Set([...text.matchAll(/new RollcallError\(\s*'(\w+)'/g)].map(([, name = '']) => name));
};

describe('the state machines', () => {
  it('unloads a dataset to a folder of its own after a redrive, and reads it from there', async () => {
    const { Arguments, Assign } = states.get('ReadDataset') as unknown as Record<string, Record<string, string>>;
    const plan = { readDataset: "UNLOAD (SELECT 1) TO 's3://b/runs/e/dataset/1/'", datasetPrefix: 'runs/e/dataset/1/' };
    const afterRedrives = async (RedriveCount: number | undefined) => {
      const bindings = { plan, states: { context: { Execution: { RedriveCount } } } };
      const value = (field = '') => jsonata(field.slice(2, -2)).evaluate({}, bindings);
      return [await value(Arguments?.QueryString), await value(Assign?.datasetPrefix)];
    };
    expect(await afterRedrives(0)).toEqual([plan.readDataset, plan.datasetPrefix]);
    expect(await afterRedrives(undefined)).toEqual([plan.readDataset, plan.datasetPrefix]);
    expect(await afterRedrives(2)).toEqual([
      "UNLOAD (SELECT 1) TO 's3://b/runs/e/dataset/1/redrive-2/'",
      'runs/e/dataset/1/redrive-2/',
    ]);
  });

  it('is JSONata and has the states the design names', () => {
    expect(definition.QueryLanguage).toBe('JSONata');
    for (const name of [
      'PlanRun',
      'ReadDataset',
      'RunSamples',
      'SelectExecutionPath',
      'CallEndpoint',
      'CallAgentWrapper',
      'CallToolLambda',
      'RecordFailure',
      'RunAgent',
      'ReadAgent',
      'LoadResults',
      'SummarizeRun',
      'ExportResults',
      'Notify',
    ]) {
      expect(states.has(name), name).toBe(true);
    }
  });

  it('of a batch job and of a load have no way to a query, and to a target', () => {
    const resources = (one: Definition) => new Set(allStates(one.States).flatMap(([, { Resource = [] }]) => Resource));
    expect([...resources(batchJob)].filter((resource) => resource.includes(':athena:'))).toEqual([]);
    expect(allStates(loadResults.States).map(([name]) => name)).toEqual(
      expect.arrayContaining(['PlanLoad', 'LoadResults', 'TakeLease', 'MergeShard', 'ReleaseLease', 'RefreshFigures']),
    );
    expect(allStates(loadResults.States).map(([name]) => name)).not.toContain('RunSamples');
  });

  it('names in ErrorEquals only errors of AWS, or errors that are exported and raised', () => {
    const raised = raisedNames();
    const ours = [...errorNames].filter((name) => !isAwsName(name) && !THROTTLES.includes(name));
    expect(ours.filter((name) => !Object.hasOwn(ERRORS, name))).toEqual([]);
    expect(ours.filter((name) => !raised.has(name))).toEqual([]);
  });

  const tasks = [...states].filter(([, { Type }]) => Type === 'Task');
  // The agent wrapper puts such a start off, for all rows of the agent: see its own tests.
  it.each(tasks.filter(([name]) => name !== 'RunAgent'))('has %s wait for a service that has no room', (_, state) => {
    const service = /states:::(\w+):/.exec(state.Resource ?? '')?.[1] ?? '';
    const names = TURNED_AWAY[service] ?? [];
    expect(names).not.toEqual([]);
    for (const name of names) {
      const retrier = state.Retry?.find(({ ErrorEquals }) => ErrorEquals.includes(name));
      expect(retrier, name).toMatchObject({ JitterStrategy: 'FULL' });
      // MergeShard is tried again under a new lease.
      if (state !== states.get('MergeShard')) expect(retrier?.MaxAttempts, name).toBeGreaterThanOrEqual(15);
    }
  });

  it.each(tasks.filter(([name]) => name !== 'RunAgent'))(
    'has %s give up a denied access within two minutes',
    (_, state) => {
      const service = /states:::(\w+):/.exec(state.Resource ?? '')?.[1] ?? '';
      const retriers = state.Retry?.filter(({ ErrorEquals }) => ErrorEquals.includes(DENIED[service] ?? '')) ?? [];
      // Long enough for IAM to propagate.
      expect(retriers.map(secondsOf)).toEqual([122]);
    },
  );

  it('merges only while its lease lasts, and takes a new one for another try', () => {
    const { Retry = [], Catch = [] } = states.get('MergeShard') as State;
    expect(ATHENA_QUERY_SECONDS + Retry.reduce((sum, retrier) => sum + secondsOf(retrier), 0)).toBeLessThan(
      LEASE_SECONDS,
    );
    expect(Catch.map(({ Next }) => Next)).toEqual(['ReleaseLease', 'ReleaseLease', 'ReleaseLease']);
    expect(states.get('ShardLoaded')).toMatchObject({ Choices: [{ Next: 'WaitToMerge' }, { Next: 'ShardNotLoaded' }] });
    expect(states.get('WaitToMerge')).toMatchObject({ Next: 'TakeLease' });
  });

  it('reads its batches again when S3 has no room, and needs no results of its children', () => {
    const { Retry, Catch } = states.get('RunSamples') as State & { Catch: { ErrorEquals: string[]; Next: string }[] };
    expect(Retry?.map(({ ErrorEquals }) => ErrorEquals)).toEqual([['States.ItemReaderFailed']]);
    expect(Catch[0]).toMatchObject({ ErrorEquals: ['States.ResultWriterFailed'], Next: 'SweepRows' });
  });

  it.each([
    ['evaluation', definition],
    ['batch-job', batchJob],
  ])('lets no task of %s fail without closing the run record', (_, { States }) => {
    const unguarded = Object.entries(States)
      .filter(([, state]) => state.Type === 'Task' || state.Type === 'Map')
      .filter(([, state]) => !state.Catch?.some((rule) => rule.ErrorEquals.includes('States.ALL')))
      .map(([name]) => name);
    expect(unguarded).toEqual([]);
  });
});
