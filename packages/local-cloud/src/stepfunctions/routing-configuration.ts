import { z } from 'zod';
import { AwsError } from '../aws-error.ts';
import { qualifierOf, stateMachineName } from './arns.ts';
import { arn } from './request.ts';
import type { Runner } from './runner.ts';
import type { Route } from './store/aliases.ts';

export const routingConfiguration = z
  .array(z.object({ stateMachineVersionArn: arn, weight: z.number().int().min(0).max(100) }))
  .min(1)
  .max(2);

/** Checks where an alias leads; gives the name of the one state machine all its versions belong to. */
export function checkRoutes(runner: Runner, routes: readonly Route[]): string {
  const arns = routes.map(({ stateMachineVersionArn }) => stateMachineVersionArn);
  const shown = `Received: [${arns.join(', ')}]`;
  if (!arns.every((one) => /^\d+$/.test(qualifierOf(one).qualifier ?? ''))) {
    refuse(`Routing configuration must contain state machine version ARNs. ${shown}`);
  }
  if (new Set(arns).size < arns.length) {
    refuse(`Routing configuration must contain distinct state machine version ARNs. ${shown}`);
  }
  const weights = routes.map(({ weight }) => weight);
  if (weights.reduce((sum, weight) => sum + weight, 0) !== 100) {
    refuse(`Sum of routing configuration weights must equal 100. Received: [${weights.join(', ')}]`);
  }
  const machines = new Set(arns.map((one) => stateMachineName(qualifierOf(one).unqualified)));
  const [machine] = machines;
  if (machine === undefined || machines.size > 1) {
    return refuse(`Routing configuration must contain versions of one state machine. ${shown}`);
  }
  if (!arns.every((one) => runner.versions.has(one))) {
    throw new AwsError('ResourceNotFound', 'Request references a resource that does not exist.');
  }
  return machine;
}

function refuse(message: string): never {
  throw new AwsError('ValidationException', message);
}
