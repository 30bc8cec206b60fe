import type { CloudContext } from '../cloud-context.ts';
import { jsonProtocol } from '../gateway/json-protocol.ts';
import type { Service } from '../service.ts';
import { createStateMachine } from './api/create-state-machine.ts';
import { deleteStateMachine } from './api/delete-state-machine.ts';
import { describeExecution } from './api/describe-execution.ts';
import { describeMapRun } from './api/describe-map-run.ts';
import { describeStateMachine } from './api/describe-state-machine.ts';
import { describeStateMachineForExecution } from './api/describe-state-machine-for-execution.ts';
import { getExecutionHistory } from './api/get-execution-history.ts';
import { listExecutions } from './api/list-executions.ts';
import { listMapRuns } from './api/list-map-runs.ts';
import { listStateMachines } from './api/list-state-machines.ts';
import { listTagsForResource } from './api/list-tags-for-resource.ts';
import { redriveExecution } from './api/redrive-execution.ts';
import { sendTaskFailure } from './api/send-task-failure.ts';
import { sendTaskHeartbeat } from './api/send-task-heartbeat.ts';
import { sendTaskSuccess } from './api/send-task-success.ts';
import { startExecution } from './api/start-execution.ts';
import { startSyncExecution } from './api/start-sync-execution.ts';
import { stopExecution } from './api/stop-execution.ts';
import { tagResource } from './api/tag-resource.ts';
import { untagResource } from './api/untag-resource.ts';
import { updateMapRun } from './api/update-map-run.ts';
import { updateStateMachine } from './api/update-state-machine.ts';
import { validateStateMachineDefinition } from './api/validate-state-machine-definition.ts';
import { Runner } from './runner.ts';

/**
 * AWS Step Functions. `api/` has one file an operation, `definition/` checks the Amazon States Language, `engine/` runs it
 * (one file a state), `query-language/` evaluates its fields, `task/` calls other services, `map/` runs distributed Maps,
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
      DescribeStateMachineForExecution: describeStateMachineForExecution(runner),
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
      TagResource: tagResource(runner),
      UntagResource: untagResource(runner),
      ListTagsForResource: listTagsForResource(runner),
    },
    close: () => runner.close(),
  };
}
