import type { CloudContext } from '../cloud-context.ts';
import { noteTracing } from '../tracing.ts';
import type { StateMachineRecord } from './store/state-machines.ts';

/** What AWS documents for state machines with tracing: they sample by the rules of the account, which functions do not. */
const ACTIONS = ['PutTraceSegments', 'PutTelemetryRecords', 'GetSamplingRules', 'GetSamplingTargets'];

type Traced = Pick<StateMachineRecord, 'name' | 'roleArn' | 'tracingConfiguration'>;

export function noteMachineTracing({ name, roleArn, tracingConfiguration }: Traced, context: CloudContext): void {
  const { enabled = false } = (tracingConfiguration ?? {}) as { enabled?: unknown };
  if (enabled === true) noteTracing(context, name, roleArn, ACTIONS);
}
