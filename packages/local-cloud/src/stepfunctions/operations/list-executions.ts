import { z } from 'zod';
import { AwsError } from '../../aws-error.ts';
import { pageOf } from '../../page.ts';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { findQualified } from '../qualified.ts';
import { arn, maxResults, nextToken, onePage } from '../request.ts';
import type { Runner } from '../runner.ts';
import type { ExecutionSummary } from '../store/execution-record.ts';

const schema = z.object({
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
      const input = parseInput(schema, raw);
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
  { stateMachineArn, mapRunArn }: z.output<typeof schema>,
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
