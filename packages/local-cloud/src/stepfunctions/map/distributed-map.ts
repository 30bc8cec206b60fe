import type { DistributedMapRun } from '../engine/distributed-map-run.ts';
import { errorDetails, StatesError } from '../engine/states-error.ts';
import { Dispatcher } from './dispatcher.ts';
import type { MapRuns } from './map-runs.ts';
import { evaluateSettings } from './settings.ts';

/** A Map state in DISTRIBUTED mode: a Map Run whose children are executions of their own. */
export async function runDistributedMap(run: DistributedMapRun, mapRuns: MapRuns): Promise<unknown> {
  const startedId = run.redrive ? 0 : run.emit('MapStateStarted', { length: 0 });
  const settings = await evaluateSettings(run, startedId);
  authorizeChildren(run, settings.label);
  const { stateMachineArn, arn: executionArn } = run.execution;
  const { label, maxConcurrency, toleratedFailureCount, toleratedFailurePercentage } = settings;
  const mapRun = run.redrive
    ? mapRuns.redrive(run.redrive.mapRunArn)
    : mapRuns.start({
        executionArn,
        stateMachineArn,
        label,
        maxConcurrency,
        ...(toleratedFailureCount === undefined ? {} : { toleratedFailureCount }),
        ...(toleratedFailurePercentage === undefined ? {} : { toleratedFailurePercentage }),
      });
  const { mapRunArn, redriveCount } = mapRun.record;
  if (run.redrive) run.emit('MapRunRedriven', { mapRunArn, redriveCount });
  else run.emit('MapRunStarted', { mapRunArn });

  const dispatcher = new Dispatcher(run, mapRun, settings, mapRuns.inputsPath(mapRun));
  try {
    const result = await dispatcher.run();
    mapRuns.end(mapRun, 'SUCCEEDED');
    run.emit('MapRunSucceeded');
    return result;
  } catch (error) {
    if (run.signal.aborted) {
      mapRuns.end(mapRun, 'ABORTED');
      run.emit('MapRunAborted');
      throw run.signal.reason;
    }
    mapRuns.end(mapRun, 'FAILED');
    if (error instanceof StatesError) run.emit('MapRunFailed', errorDetails(error));
    throw error;
  }
}

/** A Map Run starts, and redrives, executions of its own state machine in the name of the role. */
function authorizeChildren({ context, caller, execution, redrive }: DistributedMapRun, label: string): void {
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
