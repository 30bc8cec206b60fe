/** A code unit that is a surrogate, or sorts after the surrogates though its character sorts before theirs. */
const HIGH = /[\ud800-\uffff]/;

/** S3 lists keys in the order of their UTF-8 bytes. It is JavaScript's order too, except beyond U+D800. */
export function compareKeys(a: string, b: string): number {
  if (a === b) return 0;
  if (HIGH.test(a) && HIGH.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : 1;
}
