interface NamedRun {
  readonly name?: string;
  readonly targetName: string;
  readonly startedAt: string;
}

/** Two runs by their names, or their targets, where these tell them apart; else by which came first. */
export function namesOfRuns(before: NamedRun, after: NamedRun): readonly [string, string] {
  const [first, second] = [before, after].map(({ name, targetName }) => name ?? targetName) as [string, string];
  if (first !== second) return [first, second];
  const names = ['the earlier run', 'the later run'] as const;
  return before.startedAt < after.startedAt ? names : [names[1], names[0]];
}
