import { z } from 'zod';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import { findExecution } from '../find-execution.ts';
import { redrivability } from '../redrivability.ts';
import { arn } from '../request.ts';
import type { Runner } from '../runner.ts';
import { statusOf } from '../store/execution-record.ts';

const schema = z.object({ executionArn: arn });

export function describeExecution(runner: Runner): Operation<{ executionArn?: string }> {
  return {
    permissions: ({ executionArn }) => [{ action: 'states:DescribeExecution', resource: String(executionArn) }],
    run: (raw) => describedExecution(runner, parseInput(schema, raw).executionArn),
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
