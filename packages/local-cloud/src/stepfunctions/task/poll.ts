import { AwsError } from '../../aws-error.ts';
import type { CloudContext } from '../../cloud-context.ts';
import { sleep } from '../engine/cancel.ts';
import type { IntegrationRun } from './integration.ts';
import { type ErrorNames, optimizedError } from './service-error.ts';

const PAUSE_MS = 1_000;

interface Look {
  readonly service: string;
  readonly operation: string;
  readonly input: unknown;
  readonly errors: ErrorNames;
}

/** How `.sync` looks at what it waits for. It takes from the account's quota; a look that is throttled is put off, and fails no task. */
export async function poll<Output>(look: Look, run: IntegrationRun, context: CloudContext): Promise<Output> {
  for (;;) {
    try {
      return await context.call<Output>(look.service, look.operation, look.input, run.caller);
    } catch (error) {
      if (!(error instanceof AwsError && error.code === 'ThrottlingException'))
        throw optimizedError(look.errors, error);
    }
    await sleep(PAUSE_MS * (0.5 + Math.random()), run.signal);
  }
}
