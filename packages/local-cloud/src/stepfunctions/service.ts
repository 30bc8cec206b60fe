import type { CloudContext } from '../cloud-context.ts';
import { jsonProtocol } from '../gateway/json-protocol.ts';
import type { Service } from '../service.ts';
import {
  createStateMachineAlias,
  deleteStateMachineAlias,
  describeStateMachineAlias,
  listStateMachineAliases,
  updateStateMachineAlias,
} from './operations/aliases.ts';
import {
  describeExecution,
  getExecutionHistory,
  listExecutions,
  redriveExecution,
  startExecution,
  startSyncExecution,
  stopExecution,
} from './operations/executions.ts';
import { describeMapRun, listMapRuns, updateMapRun } from './operations/map-runs.ts';
import {
  createStateMachine,
  deleteStateMachine,
  describeStateMachine,
  listStateMachines,
  updateStateMachine,
  validateStateMachineDefinition,
} from './operations/state-machines.ts';
import { sendTaskFailure, sendTaskHeartbeat, sendTaskSuccess } from './operations/task-results.ts';
import {
  deleteStateMachineVersion,
  listStateMachineVersions,
  publishStateMachineVersion,
} from './operations/versions.ts';
import { Runner } from './runner.ts';

/**
 * AWS Step Functions. `operations/` has one file an operation, `definition/` checks the Amazon States Language, `engine/` runs it
 * (one file a state), `query-language/` evaluates its fields, `task/` calls other services, `distributed-map/` runs Map Runs,
 * `store/` keeps what has been.
 */
export async function createStepFunctionsService(context: CloudContext): Promise<Service> {
  const runner = new Runner(context);
  await runner.recover();
  return {
    name: 'states',
    protocol: jsonProtocol('1.0'),
    operations: {
      CreateStateMachine: createStateMachine(runner),
      UpdateStateMachine: updateStateMachine(runner),
      DescribeStateMachine: describeStateMachine(runner),
      ListStateMachines: listStateMachines(runner),
      DeleteStateMachine: deleteStateMachine(runner),
      ValidateStateMachineDefinition: validateStateMachineDefinition(runner),
      StartExecution: startExecution(runner),
      StartSyncExecution: startSyncExecution(runner),
      DescribeExecution: describeExecution(runner),
      ListExecutions: listExecutions(runner),
      StopExecution: stopExecution(runner),
      RedriveExecution: redriveExecution(runner),
      GetExecutionHistory: getExecutionHistory(runner),
      DescribeMapRun: describeMapRun(runner),
      ListMapRuns: listMapRuns(runner),
      UpdateMapRun: updateMapRun(runner),
      SendTaskSuccess: sendTaskSuccess(runner),
      SendTaskFailure: sendTaskFailure(runner),
      SendTaskHeartbeat: sendTaskHeartbeat(runner),
      CreateStateMachineAlias: createStateMachineAlias(runner),
      DeleteStateMachineAlias: deleteStateMachineAlias(runner),
      DeleteStateMachineVersion: deleteStateMachineVersion(runner),
      DescribeStateMachineAlias: describeStateMachineAlias(runner),
      ListStateMachineAliases: listStateMachineAliases(runner),
      ListStateMachineVersions: listStateMachineVersions(runner),
      PublishStateMachineVersion: publishStateMachineVersion(runner),
      UpdateStateMachineAlias: updateStateMachineAlias(runner),
    },
    close: () => runner.close(),
  };
}
