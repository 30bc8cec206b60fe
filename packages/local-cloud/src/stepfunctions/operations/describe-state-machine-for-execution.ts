import { z } from 'zod';
import { parseInput } from '../../parse-input.ts';
import type { Operation } from '../../service.ts';
import type { StatesBlock } from '../definition/definition.ts';
import { findState } from '../definition/find-state.ts';
import { findExecution } from '../find-execution.ts';
import { arn } from '../request.ts';
import type { Runner } from '../runner.ts';

const schema = z.object({ executionArn: arn });

/** The definition an execution runs by: the state machine's at the time it started, or the Map's ItemProcessor for a child. */
export function describeStateMachineForExecution(runner: Runner): Operation<{ executionArn?: string }> {
  return {
    permissions: ({ executionArn }) => [
      { action: 'states:DescribeStateMachineForExecution', resource: String(executionArn) },
    ],
    async run(raw) {
      const { executionArn } = parseInput(schema, raw);
      const { start } = await findExecution(runner, executionArn);
      const { text, definition } = runner.definitions.get(start.definition);
      const processor = start.mapState === undefined ? undefined : processorOf(definition, start.mapState);
      const machine = runner.stateMachines.named(start.machine);
      return {
        stateMachineArn: start.stateMachineArn,
        name: start.stateMachineArn.slice(start.stateMachineArn.lastIndexOf(':') + 1),
        definition: processor ? JSON.stringify(processor) : text,
        roleArn: start.roleArn,
        updateDate: new Date(machine?.updateDate ?? start.startDate),
        loggingConfiguration: machine?.loggingConfiguration,
        tracingConfiguration: machine?.tracingConfiguration,
        mapRunArn: start.mapRunArn,
        label: start.mapRunArn && start.stateMachineArn.slice(start.stateMachineArn.indexOf('/') + 1),
        revisionId: machine?.definition === start.definition ? machine.revisionId : undefined,
      };
    },
  };
}

function processorOf(definition: StatesBlock, mapState: string): StatesBlock | undefined {
  const state = findState(definition, mapState)?.States[mapState];
  return state?.Type === 'Map' ? state.ItemProcessor : undefined;
}
