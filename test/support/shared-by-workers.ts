import { inject } from 'vitest';
import type { Shared } from './share-with-workers.ts';

/** The assemblies of `synthesizeAssemblies`, made once for all test files. */
export const testAssemblies = (): Promise<Shared['assemblies']> => ask('assemblies');

/** The local cloud of all test files that need none of their own. */
export const sharedCloud = (): Promise<Shared['cloud']> => ask('cloud');

async function ask<Name extends keyof Shared>(name: Name): Promise<Shared[Name]> {
  const answer = await fetch(`${inject('sharedAt')}/${name}`);
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Shared[Name];
}
