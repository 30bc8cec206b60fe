import type { CloudContext } from '../cloud-context.ts';
import { noteTracing } from '../tracing.ts';
import type { StateMachineRecord } from './store/state-machines.ts';

/** "X-Ray tracing … IAM policies": a state machine samples by the rules of its account, which a function does not. */
const ACTIONS = ['PutTraceSegments', 'PutTelemetryRecords', 'GetSamplingRules', 'GetSamplingTargets'];

type Traced = Pick<StateMachineRecord, 'name' | 'roleArn' | 'tracingConfiguration'>;

export function noteMachineTracing({ name, roleArn, tracingConfiguration }: Traced, context: CloudContext): void {
  const { enabled = false } = (tracingConfiguration ?? {}) as { enabled?: unknown };
  if (enabled === true) noteTracing(context, name, roleArn, ACTIONS);
}
