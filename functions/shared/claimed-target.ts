import { RollcallError } from '../../contracts/errors.ts';
import type { Claims } from './claims.ts';
import type { Staging } from './staging.ts';
import type { Outcome, RowCall, Target } from './target.ts';

/** Time a caller takes, after its target's timeout, to stage the row. */
const STAGING_GRACE_SECONDS = 15;
const LONGEST_LOOK_SECONDS = 15;

interface OneShot {
  readonly input: Target['input'];
  /** Makes the call and waits for the answer. */
  call(call: RowCall, input: unknown): Promise<Outcome>;
}

/**
 * A target that answers the call that is made of it (endpoint, tool). Each call is claimed first; whoever finds it claimed
 * waits for the row to be staged, and never calls again.
 */
export function claimedTarget(target: OneShot, claims: Claims, staging: Staging, writer: string): Target {
  async function follow({ event, call }: RowCall): Promise<Outcome> {
    const row = await staging.find(event);
    if (row) return { kind: 'settled', row };
    const takenAt = await claims.takenAt(event, call);
    const waited = (Date.now() - (takenAt?.getTime() ?? 0)) / 1000;
    const remaining = event.run.timeoutSeconds + STAGING_GRACE_SECONDS - waited;
    if (remaining > 0) {
      const seconds = Math.ceil(Math.min(remaining, LONGEST_LOOK_SECONDS));
      return { kind: 'pending', seconds, resume: { awaitsClaim: true } };
    }
    const since = takenAt?.toISOString() ?? 'an unknown time';
    return {
      kind: 'failed',
      error: new RollcallError(
        'OutcomeUnknown',
        `Call ${call} of this row was begun at ${since} and its answer was lost.`,
      ),
    };
  }

  return {
    input: target.input,
    isUnderWay: async ({ event, call }) => (await claims.takenAt(event, call)) !== undefined,
    follow,
    async begin(call, input) {
      return (await claims.take(call.event, call.call, writer)) ? target.call(call, input) : follow(call);
    },
  };
}
