import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import { pageOf } from '../../page.ts';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { executionPlace } from '../arns.ts';
import type { StoredEvent } from '../engine/resume.ts';
import { findQualified } from '../qualified.ts';
import { arn, checkName, executionInput, maxResults, nextToken, onePage } from '../request.ts';
import type { Runner } from '../runner.ts';
import { type ExecutionRecord, type ExecutionSummary, statusOf } from '../store/execution-record.ts';

const startExecutionSchema = z.object({
  stateMachineArn: arn,
  name: z.string().optional(),
  input: z.string().optional(),
  traceHeader: z.string().max(256).optional(),
});

export function startExecution(runner: Runner): Operation<{ stateMachineArn?: string }> {
  return {
    permissions: ({ stateMachineArn }) => [{ action: 'states:StartExecution', resource: String(stateMachineArn) }],
    async run(raw) {
      const { stateMachineArn, traceHeader, ...rest } = parseInput(startExecutionSchema, raw);
      const name = rest.name === undefined ? randomUUID() : checkName(rest.name);
      const input = executionInput(rest.input);
      const machine = findQualified(runner, stateMachineArn);
      const { stateMachine } = machine;
      if (stateMachine.type === 'EXPRESS') {
        const { arn: executionArn, startDate } = runner.startExpress({ machine, name, input });
        return { executionArn, startDate };
      }
      const executionArn = runner.arns.execution(stateMachine.name, name);
      if (rest.name !== undefined && runner.executions.exists(executionArn)) {
        // "Same name + same input while running → same answer; closed or other input → ExecutionAlreadyExists."
        const running = runner.executions.running(executionArn);
        if (running && !running.end && running.start.input === input.json) {
          return { executionArn, startDate: new Date(running.start.startDate) };
        }
        throw new AwsError('ExecutionAlreadyExists', `Execution Already Exists: '${executionArn}'`);
      }
      const { startDate } = await runner.start({ machine, name, input, traceHeader });
      return { executionArn, startDate: new Date(startDate) };
    },
  };
}

const startSyncExecutionSchema = z.object({
  stateMachineArn: arn,
  name: z.string().optional(),
  input: z.string().optional(),
});

/** Runs an EXPRESS execution to its end and gives what came out. */
export function startSyncExecution(runner: Runner): Operation<{ stateMachineArn?: string }> {
  return {
    permissions: ({ stateMachineArn }) => [{ action: 'states:StartSyncExecution', resource: String(stateMachineArn) }],
    async run(raw) {
      const request = parseInput(startSyncExecutionSchema, raw);
      const name = request.name === undefined ? randomUUID() : checkName(request.name);
      const input = executionInput(request.input);
      const machine = findQualified(runner, request.stateMachineArn);
      const { stateMachine } = machine;
      if (stateMachine.type !== 'EXPRESS') {
        throw new AwsError(
          'StateMachineTypeNotSupported',
          `State Machine Type Not Supported: 'This operation is not supported by this type of state machine: ${stateMachine.arn}'`,
        );
      }
      const { arn: executionArn, startDate, done } = runner.startExpress({ machine, name, input });
      const result = await done;
      return {
        ...result,
        executionArn,
        startDate,
        stateMachineArn: machine.arn,
        name,
        // A synchronous execution has no ABORTED.
        status: result.status === 'ABORTED' ? 'FAILED' : result.status,
        input: input.json,
        inputDetails: { included: true },
        ...(result.output !== undefined && { outputDetails: { included: true } }),
      };
    },
  };
}

const describeExecutionSchema = z.object({ executionArn: arn });

export function describeExecution(runner: Runner): Operation<{ executionArn?: string }> {
  return {
    permissions: ({ executionArn }) => [{ action: 'states:DescribeExecution', resource: String(executionArn) }],
    run: (raw) => describedExecution(runner, parseInput(describeExecutionSchema, raw).executionArn),
  };
}

export async function describedExecution(runner: Runner, executionArn: string) {
  const record = await findExecution(runner, executionArn);
  const { start, end, redriveCount, redriveDate } = record;
  return {
    executionArn,
    stateMachineArn: start.stateMachineArn,
    stateMachineVersionArn: start.versionArn,
    stateMachineAliasArn: start.aliasArn,
    name: start.name,
    status: statusOf(record),
    startDate: new Date(start.startDate),
    stopDate: end && new Date(end.stopDate),
    input: start.input,
    inputDetails: { included: true },
    output: end?.output,
    outputDetails: end?.output === undefined ? undefined : { included: true },
    error: end?.error,
    cause: end?.cause,
    traceHeader: start.traceHeader,
    mapRunArn: start.mapRunArn,
    redriveCount,
    redriveDate: redriveDate === undefined ? undefined : new Date(redriveDate),
    ...redrivability(record),
  };
}

const listExecutionsSchema = z.object({
  stateMachineArn: arn.optional(),
  mapRunArn: arn.optional(),
  statusFilter: z.enum(['RUNNING', 'SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED', 'PENDING_REDRIVE']).optional(),
  redriveFilter: z.enum(['REDRIVEN', 'NOT_REDRIVEN']).optional(),
  maxResults,
  nextToken,
});

/** Of a state machine, or the children of a Map Run; newest first. */
export function listExecutions(runner: Runner): Operation<{ stateMachineArn?: string; mapRunArn?: string }> {
  return {
    permissions: ({ stateMachineArn, mapRunArn }) => [
      { action: 'states:ListExecutions', resource: String(mapRunArn ?? stateMachineArn) },
    ],
    async run(raw) {
      const input = parseInput(listExecutionsSchema, raw);
      const { place, stateMachineArn, all } = await find(runner, input);
      const wanted = all
        .filter(({ status }) => input.statusFilter === undefined || status === input.statusFilter)
        .filter(
          ({ redriveCount }) =>
            input.redriveFilter === undefined || redriveCount > 0 === (input.redriveFilter === 'REDRIVEN'),
        )
        .reverse();
      const { items, next } = pageOf(wanted, onePage(input));
      return {
        executions: items.map((item) => ({
          executionArn: runner.arns.execution(place, item.name),
          stateMachineArn,
          stateMachineVersionArn: item.versionArn,
          stateMachineAliasArn: item.aliasArn,
          mapRunArn: input.mapRunArn,
          name: item.name,
          status: item.status,
          startDate: new Date(item.startDate),
          stopDate: item.stopDate === undefined ? undefined : new Date(item.stopDate),
          itemCount: item.itemCount,
          redriveCount: item.redriveCount,
          redriveDate: item.redriveDate === undefined ? undefined : new Date(item.redriveDate),
        })),
        nextToken: next,
      };
    },
  };
}

async function find(
  runner: Runner,
  { stateMachineArn, mapRunArn }: z.output<typeof listExecutionsSchema>,
): Promise<{ place: string; stateMachineArn: string; all: ExecutionSummary[] }> {
  if ((stateMachineArn === undefined) === (mapRunArn === undefined)) {
    throw new AwsError('ValidationException', 'Give either stateMachineArn or mapRunArn, and not both.');
  }
  if (mapRunArn !== undefined) {
    await runner.mapRuns.describe(mapRunArn);
    const place = mapRunArn.split(':')[6] ?? '';
    return {
      place,
      stateMachineArn: runner.arns.stateMachine(place),
      all: await runner.executions.listMapRun(mapRunArn),
    };
  }
  const { stateMachine: machine, arn: machineArn } = findQualified(runner, String(stateMachineArn));
  if (machine.type === 'EXPRESS') {
    throw new AwsError(
      'StateMachineTypeNotSupported',
      `State Machine Type Not Supported: 'This operation is not supported by this type of state machine: ${machine.arn}'`,
    );
  }
  const all = await runner.executions.list(machine.name);
  const byQualifier = ({ versionArn, aliasArn }: ExecutionSummary) =>
    versionArn === stateMachineArn || aliasArn === stateMachineArn;
  return {
    place: machine.name,
    stateMachineArn: machineArn,
    all: machineArn === stateMachineArn ? all : all.filter(byQualifier),
  };
}

const getExecutionHistorySchema = z.object({
  executionArn: arn,
  maxResults,
  nextToken,
  reverseOrder: z.boolean().default(false),
  includeExecutionData: z.boolean().default(true),
});

export function getExecutionHistory(runner: Runner): Operation<{ executionArn?: string }> {
  return {
    permissions: ({ executionArn }) => [{ action: 'states:GetExecutionHistory', resource: String(executionArn) }],
    async run(raw) {
      const input = parseInput(getExecutionHistorySchema, raw);
      await findExecution(runner, input.executionArn);
      const events: StoredEvent[] = [];
      for await (const event of runner.executions.events(input.executionArn)) events.push(event);
      if (input.reverseOrder) events.reverse();
      const { items, next } = pageOf(events, onePage(input));
      return {
        events: items.map((event) => shown(event, input.includeExecutionData)),
        nextToken: next,
      };
    },
  };
}

const DATA = new Set(['input', 'output', 'parameters', 'assignedVariables']);

/** An event without what is kept for redrives and, if not wanted, without data. */
function shown({ scope: _scope, next: _next, timestamp, ...event }: StoredEvent, withData: boolean): unknown {
  const when = { timestamp: new Date(timestamp) };
  if (withData) return { ...event, ...when };
  const bare = Object.entries(event).map(([name, value]) =>
    typeof value === 'object'
      ? [name, Object.fromEntries(Object.entries(value).filter(([key]) => !DATA.has(key)))]
      : [name, value],
  );
  return { ...Object.fromEntries(bare), ...when };
}

const stopExecutionSchema = z.object({
  executionArn: arn,
  error: z.string().max(256).optional(),
  cause: z.string().max(32_768).optional(),
});

export function stopExecution(runner: Runner): Operation<{ executionArn?: string }> {
  return {
    permissions: ({ executionArn }) => [{ action: 'states:StopExecution', resource: String(executionArn) }],
    async run(raw) {
      const { executionArn, error, cause } = parseInput(stopExecutionSchema, raw);
      const { end } = await findExecution(runner, executionArn);
      // Stopping what has ended is no error: the date is that of its end.
      if (end) return { stopDate: new Date(end.stopDate) };
      const stopDate = new Date();
      runner.stop(executionArn, error, cause);
      return { stopDate };
    },
  };
}

const redriveExecutionSchema = z.object({ executionArn: arn, clientToken: z.string().min(1).max(64).optional() });

/** Runs an execution that did not succeed again, from the state it failed in, by the definition it was started with. */
export function redriveExecution(runner: Runner): Operation<{ executionArn?: string }> {
  const underWay = new Set<string>();
  return {
    permissions: ({ executionArn }) => [{ action: 'states:RedriveExecution', resource: String(executionArn) }],
    async run(raw) {
      const { executionArn } = parseInput(redriveExecutionSchema, raw);
      const record = await findExecution(runner, executionArn);
      const { redriveStatus, redriveStatusReason } = redrivability(record);
      if (redriveStatus !== 'REDRIVABLE' || underWay.has(executionArn)) {
        const reason =
          redriveStatusReason ?? 'it belongs to a Map Run and is redriven with the execution that started it';
        throw new AwsError('ExecutionNotRedrivable', `Execution Not Redrivable: '${executionArn}': ${reason}`);
      }
      underWay.add(executionArn);
      try {
        return await runner.redrive(record);
      } finally {
        underWay.delete(executionArn);
      }
    },
  };
}

const REDRIVABLE_MS = 14 * 24 * 3600 * 1000;

/** Whether RedriveExecution would take an execution, and if not, why. */
export function redrivability(record: ExecutionRecord): { redriveStatus: string; redriveStatusReason?: string } {
  const status = statusOf(record);
  if (status === 'SUCCEEDED' || status === 'RUNNING') {
    return {
      redriveStatus: 'NOT_REDRIVABLE',
      redriveStatusReason: `Execution is ${status} and cannot be redriven`,
    };
  }
  if (record.start.mapRunArn !== undefined) return { redriveStatus: 'REDRIVABLE_BY_MAP_RUN' };
  if (Date.now() - (record.end?.stopDate ?? 0) > REDRIVABLE_MS) {
    return {
      redriveStatus: 'NOT_REDRIVABLE',
      redriveStatusReason: 'Execution ended more than 14 days ago and cannot be redriven',
    };
  }
  return { redriveStatus: 'REDRIVABLE' };
}

export async function findExecution(runner: Runner, executionArn: string): Promise<ExecutionRecord> {
  executionPlace(executionArn);
  const record = await runner.executions.find(executionArn);
  if (!record) throw new AwsError('ExecutionDoesNotExist', `Execution Does Not Exist: '${executionArn}'`);
  return record;
}
