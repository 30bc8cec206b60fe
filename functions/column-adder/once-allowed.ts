import { setTimeout as sleep } from 'node:timers/promises';

/** A new role's permissions take some seconds to hold everywhere. */
const PROPAGATION_MS = 120_000;
const PAUSE_MS = 5_000;

/** As Athena and the services it asks put a denial. Lake Formation’s does not go away by waiting. */
const DENIED = /AccessDenied|Access Denied|not authorized/i;
const LAKE_FORMATION = /Lake ?Formation/i;

/** Does the work, again for two minutes while IAM denies it: the first deployment may come before its role’s permissions. */
export async function onceAllowed<T>(
  work: () => Promise<T>,
  wait: (ms: number) => Promise<unknown> = sleep,
): Promise<T> {
  for (let waited = 0; ; waited += PAUSE_MS) {
    try {
      return await work();
    } catch (error) {
      const said = String(error);
      if (waited >= PROPAGATION_MS || !DENIED.test(said) || LAKE_FORMATION.test(said)) throw error;
    }
    await wait(PAUSE_MS);
  }
}
