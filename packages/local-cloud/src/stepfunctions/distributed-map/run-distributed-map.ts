import { sleep } from '../engine/cancel.ts';
import { errorDetails, StatesError } from '../engine/states-error.ts';
import { ChildDispatcher } from './child-dispatcher.ts';
import type { MapRunStore } from './map-run-store.ts';
import { evaluateSettings } from './map-settings.ts';
import type { MapVisit } from './map-visit.ts';

/** A Map state in DISTRIBUTED mode: a Map Run whose children are executions of their own. */
export async function runDistributedMap(visit: MapVisit, mapRuns: MapRunStore): Promise<unknown> {
  if (!visit.redrive) visit.emit('MapStateStarted', { length: 0 });
  const settings = await evaluateSettings(visit);
  authorizeChildren(visit, settings.label);
  const { stateMachineArn, arn: executionArn } = visit.execution;
  const { label, maxConcurrency, toleratedFailureCount, toleratedFailurePercentage } = settings;
  const mapRun = visit.redrive
    ? mapRuns.redrive(visit.redrive.mapRunArn)
    : mapRuns.start({
        executionArn,
        stateMachineArn,
        label,
        maxConcurrency,
        ...(toleratedFailureCount === undefined ? {} : { toleratedFailureCount }),
        ...(toleratedFailurePercentage === undefined ? {} : { toleratedFailurePercentage }),
      });
  const { mapRunArn, redriveCount } = mapRun.record;
  if (visit.redrive) visit.emit('MapRunRedriven', { mapRunArn, redriveCount });
  else visit.emit('MapRunStarted', { mapRunArn });

  const dispatcher = new ChildDispatcher(visit, mapRun, settings, mapRuns.inputsPath(mapRun));
  try {
    await sleep(visit.context.latency.stepfunctions.distributedMapStart, visit.signal);
    const result = await dispatcher.run();
    mapRuns.end(mapRun, 'SUCCEEDED');
    visit.emit('MapRunSucceeded');
    return result;
  } catch (error) {
    if (visit.signal.aborted) {
      mapRuns.end(mapRun, 'ABORTED');
      visit.emit('MapRunAborted');
      throw visit.signal.reason;
    }
    mapRuns.end(mapRun, 'FAILED');
    if (error instanceof StatesError) visit.emit('MapRunFailed', errorDetails(error));
    throw error;
  }
}

/** A Map Run starts, and redrives, executions of its own state machine in the name of the role. */
function authorizeChildren({ context, caller, execution, redrive }: MapVisit, label: string): void {
  // A child of another Map Run is named MACHINE/LABEL; policies name the state machine.
  const [machine = ''] = execution.stateMachineArn.split('/');
  const children = `${machine.replace(':stateMachine:', ':execution:')}/${label}:*`;
  const permission = redrive
    ? { action: 'states:RedriveExecution', resource: children }
    : { action: 'states:StartExecution', resource: machine };
  try {
    context.authorize(caller, [permission]);
  } catch (error) {
    throw new StatesError('States.Runtime', error instanceof Error ? error.message : String(error));
  }
}
