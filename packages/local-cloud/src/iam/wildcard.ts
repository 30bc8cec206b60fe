/** Matches as IAM does: `*` is any run of characters, `?` exactly one. Variables have been filled in already. */
export function wildcard(pattern: string, flags = ''): (value: string) => boolean {
  if (!/[*?]/.test(pattern)) {
    if (!flags.includes('i')) return (value) => value === pattern;
    const lower = pattern.toLowerCase();
    return (value) => value.toLowerCase() === lower;
  }
  if (/^\*+$/.test(pattern)) return () => true;
  const source = pattern
    .replace(/\*+/g, '*')
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*/g, '.*')
    .replace(/\?/g, '.');
  const expression = new RegExp(`^${source}$`, `s${flags}`);
  return (value) => expression.test(value);
}
