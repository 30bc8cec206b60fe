import type { MapState } from '../definition/definition.ts';
import type { Visit } from '../engine/visit.ts';
import { runDistributedMap } from './run-distributed-map.ts';

/** What the engine calls: iterations run as child executions of a Map Run. */
export function runDistributedMapState(visit: Visit<MapState>): Promise<unknown> {
  const { execution } = visit.scope;
  const mapRunArn = visit.resuming ? execution.resume?.mapRuns.get(visit.enteredId) : undefined;
  return runDistributedMap(
    {
      context: execution.parts.context,
      stateName: visit.name,
      state: visit.state,
      execution: {
        arn: execution.arn,
        name: execution.name,
        stateMachineArn: execution.stateMachine.arn,
        stateMachineName: execution.stateMachine.name,
        roleArn: execution.stateMachine.roleArn,
      },
      caller: execution.caller,
      signal: visit.scope.signal,
      evaluate: (value, location, item) => visit.language.evaluate(visit, value, location, item),
      items: () => visit.language.items(visit),
      field: (holder, name, location) => visit.language.field(visit, holder, name, location),
      failure: (error, message) => visit.failure(error, message),
      emit: (type, details) => visit.emit(type, details),
      startChild: (child) => execution.parts.children.start(visit, child),
      redriveChild: (child) => execution.parts.children.redrive(visit, child),
      children: (arn) => execution.parts.children.list(arn),
      describeChild: (arn) => execution.parts.children.describe(arn),
      redrive: mapRunArn === undefined ? undefined : { mapRunArn },
    },
    execution.parts.mapRuns,
  );
}
