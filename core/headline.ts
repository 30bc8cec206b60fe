const TRACEBACK = 'Traceback (most recent call last)';

/** The line of an error message that names the problem: the last one of a Python traceback, otherwise the first. */
export function headlineOf(message: string | null | undefined): string {
  const lines = (message ?? '').split('\n').filter((line) => line.trim() !== '');
  const at = lines.findIndex((line) => line.includes(TRACEBACK));
  const found = lines[at];
  if (found === undefined) return lines[0]?.trim() ?? '';
  const before = found.slice(0, found.indexOf(TRACEBACK)).trim();
  const last = at === lines.length - 1 ? found.slice(before.length) : (lines.at(-1) ?? '');
  return [before, last.trim()].filter(Boolean).join(' ');
}
