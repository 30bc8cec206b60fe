import {
  CreateStateMachineCommand,
  DescribeExecutionCommand,
  GetExecutionHistoryCommand,
  ListExecutionsCommand,
  SFNClient,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn';
import { createStepFunctionsService } from 'local-cloud/services';
import { afterAll } from 'vitest';
import type { Batch } from '../../../contracts/batch.ts';
import { type AgentAnswer, type AgentEvent, agentEventSchema, type Start } from '../../../contracts/caller.ts';
import { callAgent } from '../../../functions/agent-caller/call-agent.ts';
import type { CallerPorts } from '../../../functions/caller/caller-ports.ts';
import { composeStateMachine } from '../../../lib/compose-state-machine.ts';
import { type CloudServices, datasetRow, type RunChanges, startCallerCloud } from '../caller-cloud.ts';

const ROLE = 'arn:aws:iam::000000000000:role/agent';
const FUNCTION = 'arn:aws:lambda:us-east-1:000000000000:function:';
/** A function that an agent may invoke: it gives back what it is given. */
export const ECHO = `${FUNCTION}echo`;

export type EventChanges = Partial<Omit<AgentEvent, 'run'>> & { run?: RunChanges };
type Service = Awaited<ReturnType<CloudServices>>[number];
type Wrapper = (event: AgentEvent) => Promise<AgentAnswer>;
type States = Record<string, Record<string, unknown>>;

/** Step Functions beside S3 and DynamoDB, with the very states that run a row's agent. */
export async function startAgentCloud() {
  const wrappers = new Map<string, Wrapper>();
  /** Errors that StartExecution answers with, one after another, before it starts anything. */
  const refusals: Error[] = [];

  const services: CloudServices = async (context) => {
    const states = await createStepFunctionsService(context);
    const usual = states.operations.StartExecution;
    if (!usual) throw new Error('Step Functions starts no executions.');
    const StartExecution: typeof usual = {
      permissions: usual.permissions,
      async run(input, call) {
        const refusal = isAgent(input) ? refusals.shift() : undefined;
        if (refusal) throw refusal;
        return usual.run(input, call);
      },
    };
    const Invoke = { permissions: () => [], run: invoke };
    const lambda: Service = { name: 'lambda', protocol: states.protocol, operations: { Invoke } };
    return [{ ...states, operations: { ...states.operations, StartExecution } }, lambda];
  };
  const isAgent = (input: { stateMachineArn?: string }) => !input.stateMachineArn?.endsWith(':child');

  /** Functions run in this process; what the wrapper throws is what Lambda would report. */
  async function invoke({ FunctionName, Payload }: { FunctionName: string; Payload: string }) {
    if (FunctionName === ECHO) return { StatusCode: 200, Payload: Buffer.from(Payload) };
    const event = agentEventSchema.parse(JSON.parse(Payload));
    try {
      const answer = await wrappers.get(event.run.evaluationId)?.(event);
      return { StatusCode: 200, Payload: Buffer.from(JSON.stringify(answer)) };
    } catch (error) {
      const { name, message } = error as Error;
      const body = JSON.stringify({ errorType: name, errorMessage: message });
      return { StatusCode: 200, FunctionError: 'Unhandled', Payload: Buffer.from(body) };
    }
  }

  const base = await startCallerCloud(services);
  const sfn = new SFNClient(base.client);
  afterAll(() => sfn.destroy());

  async function createMachine(name: string, definition: object, type?: 'EXPRESS'): Promise<string> {
    const text = JSON.stringify({ QueryLanguage: 'JSONata', ...definition });
    const create = new CreateStateMachineCommand({ name, definition: text, roleArn: ROLE, type });
    return (await sfn.send(create)).stateMachineArn ?? '';
  }

  const child = await createMachine('child', childStates());

  async function ended(executionArn: string | undefined) {
    for (;;) {
      const execution = await sfn.send(new DescribeExecutionCommand({ executionArn }));
      if (execution.status !== 'RUNNING') return execution;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** A run of agents with its record and a batch of one row. */
  async function newRun(agentStateMachineArn: string, changes: RunChanges = {}, record = {}) {
    const agent = { executionMode: 'agent' as const, agentStateMachineArn, timeoutSeconds: 20 };
    const made = await base.newRun({ ...agent, ...changes }, { max_concurrency: 10, children: 10, ...record });
    const wrapper = (event: AgentEvent, ports: CallerPorts = made.ports()) => callAgent(event, sfn, ports);
    wrappers.set(made.evaluationId, wrapper);

    const event = ({ run, ...more }: EventChanges = {}): AgentEvent =>
      agentEventSchema.parse({ executionId: 'c-1', batch: made.batch, ...more, run: { ...made.run, ...run } });

    async function startChild(batch: Batch = made.batch): Promise<string> {
      const input = JSON.stringify({ run: made.run, batch, redrives: 0 });
      return (await sfn.send(new StartExecutionCommand({ stateMachineArn: child, input }))).executionArn ?? '';
    }

    return {
      ...made,
      event,
      wrapper,
      /** The wrapper before the agent, or again. */
      before: (more?: EventChanges) => wrapper(event(more)),
      /** The wrapper when Step Functions waits for the agent no longer. */
      after: (start: Start, failure?: AgentEvent['failure'], more?: EventChanges) =>
        wrapper(event({ resume: start.resume, ended: true, failure, ...more })),
      /** What the states of a child invoke from now on. */
      replaceWrapper: (other: Wrapper) => void wrappers.set(made.evaluationId, other),
      /** The answer is filled with what the wrapper asks Step Functions for. */
      countLooks: (): string[] => {
        const looks: string[] = [];
        const own = new SFNClient(base.client);
        own.middlewareStack.add((next, { commandName = '' }) => (args) => {
          looks.push(commandName);
          return next(args);
        });
        wrappers.set(made.evaluationId, (event) => callAgent(event, own, made.ports()));
        return looks;
      },
      newBatch: (index: number) => made.putRows([datasetRow({ sample_id: `s-${index}`, row_index: index })], index),
      startChild,
      runChild: async (batch?: Batch) => ended(await startChild(batch)),
    };
  }

  return {
    ...base,
    sfn,
    refusals,
    /** A run of batches of any size, as `startCallerCloud` makes them. */
    newBatchRun: base.newRun,
    newRun,
    ended,

    createAgent: (name: string, states: States, type?: 'EXPRESS') =>
      createMachine(name, { StartAt: Object.keys(states)[0], States: states }, type),

    /** Starts the agent as RunAgent does. */
    async startAgent({ stateMachineArn, name, input }: Start): Promise<string> {
      const start = new StartExecutionCommand({ stateMachineArn, name, input: JSON.stringify(input) });
      return (await sfn.send(start)).executionArn ?? '';
    },

    /** Names of an agent's executions that a run has started, the first first. */
    async executionsOf(stateMachineArn: string, prefix: string): Promise<string[]> {
      const { executions = [] } = await sfn.send(new ListExecutionsCommand({ stateMachineArn, maxResults: 1000 }));
      return executions.flatMap(({ name = '' }) => (name.startsWith(prefix) ? [name] : [])).reverse();
    },

    async history(executionArn: string | undefined) {
      const { events = [] } = await sfn.send(new GetExecutionHistoryCommand({ executionArn, maxResults: 1000 }));
      return events;
    },
  };
}

/** The states of the Distributed Map's children, with what the stack puts into them. */
function childStates(): object {
  const text = JSON.stringify(composeStateMachine('evaluation'))
    .replaceAll(/\$\{Partition\}/g, 'aws')
    .replaceAll(/\$\{(\w+)FunctionArn\}/g, `${FUNCTION}$1`);
  const { ProcessorConfig, ...states } = JSON.parse(text).States.RunSamples.ItemProcessor;
  return states;
}

export function asStart(answer: AgentAnswer): Start {
  if (answer.outcome !== 'start') throw new Error(`The wrapper answered ${JSON.stringify(answer)}, not start.`);
  return answer;
}
