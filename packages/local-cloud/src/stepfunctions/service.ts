import type { CloudContext } from '../cloud-context.ts';
import { jsonProtocol } from '../gateway/json-protocol.ts';
import type { Service } from '../service.ts';
import { createStateMachine } from './operations/create-state-machine.ts';
import { createStateMachineAlias } from './operations/create-state-machine-alias.ts';
import { deleteStateMachine } from './operations/delete-state-machine.ts';
import { deleteStateMachineAlias } from './operations/delete-state-machine-alias.ts';
import { deleteStateMachineVersion } from './operations/delete-state-machine-version.ts';
import { describeExecution } from './operations/describe-execution.ts';
import { describeMapRun } from './operations/describe-map-run.ts';
import { describeStateMachine } from './operations/describe-state-machine.ts';
import { describeStateMachineAlias } from './operations/describe-state-machine-alias.ts';
import { getExecutionHistory } from './operations/get-execution-history.ts';
import { listExecutions } from './operations/list-executions.ts';
import { listMapRuns } from './operations/list-map-runs.ts';
import { listStateMachineAliases } from './operations/list-state-machine-aliases.ts';
import { listStateMachineVersions } from './operations/list-state-machine-versions.ts';
import { listStateMachines } from './operations/list-state-machines.ts';
import { publishStateMachineVersion } from './operations/publish-state-machine-version.ts';
import { redriveExecution } from './operations/redrive-execution.ts';
import { sendTaskFailure } from './operations/send-task-failure.ts';
import { sendTaskHeartbeat } from './operations/send-task-heartbeat.ts';
import { sendTaskSuccess } from './operations/send-task-success.ts';
import { startExecution } from './operations/start-execution.ts';
import { startSyncExecution } from './operations/start-sync-execution.ts';
import { stopExecution } from './operations/stop-execution.ts';
import { updateMapRun } from './operations/update-map-run.ts';
import { updateStateMachine } from './operations/update-state-machine.ts';
import { updateStateMachineAlias } from './operations/update-state-machine-alias.ts';
import { validateStateMachineDefinition } from './operations/validate-state-machine-definition.ts';
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
