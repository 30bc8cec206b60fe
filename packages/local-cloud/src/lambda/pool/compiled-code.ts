import type { EnvironmentSettings } from './environment-settings.ts';

/** One or two megabytes each. */
const MOST_KEPT = 64;

/** What V8 made of functions' code in this process, whichever of its local clouds they belong to. */
const kept = new Map<string, Uint8Array>();

/** V8 itself looks at little more than the code's length: the digest must be the code's own. */
const keyOf = ({ codeId, handler }: EnvironmentSettings): string => `${codeId}/${handler}`;

export const compiledOf = (settings: EnvironmentSettings): Uint8Array | undefined => kept.get(keyOf(settings));

export function keepCompiled(settings: EnvironmentSettings, cachedData: Uint8Array): void {
  kept.set(keyOf(settings), cachedData);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
}
