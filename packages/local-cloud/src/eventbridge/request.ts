import { z } from 'zod';
import { AwsError } from '../aws-error.ts';
import type { CloudContext } from '../cloud-context.ts';

export const ruleName = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[.\-_A-Za-z0-9]+$/);

export const eventBusName = z.string().min(1).max(1600).optional();

export const wrongToken = (token: string | undefined): AwsError =>
  new AwsError('ValidationException', `NextToken is ${token}, which is not one this service gave.`);

/** There is the default bus and no other. */
export function checkBus({ region, accountId }: CloudContext, bus: string | undefined): void {
  if (bus === undefined || bus === 'default') return;
  if (bus === `arn:aws:events:${region}:${accountId}:event-bus/default`) return;
  throw new AwsError(
    'ResourceNotFoundException',
    `Event bus ${bus} does not exist. The local cloud hosts the default event bus only.`,
  );
}
