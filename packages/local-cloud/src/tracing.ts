import type { CloudContext } from './cloud-context.ts';

/**
 * AWS sends the traces of a function or a state machine with its role. X-Ray is not hosted, so that nothing is sent here:
 * the role is asked for when tracing is switched on, and the log says which traces AWS would lose.
 */
export function noteTracing(context: CloudContext, name: string, roleArn: string, actions: readonly string[]): void {
  try {
    context.authorize(context.assumeRole(roleArn, name), actions.map(tracePermission));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    context.log(`The traces of ${name} would be lost on AWS: ${reason}`);
  }
}

/** X-Ray's writers know no resources. */
export const tracePermission = (action: string) => ({ action: `xray:${action}`, resource: '*' });
