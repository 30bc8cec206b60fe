export const HASHES: Readonly<Record<string, string>>;
/** The same seed gives the same number. */
export function random(seed?: number): number;
