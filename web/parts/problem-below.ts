/** The first problem of a field, or of the fields in it. */
export const problemBelow = (problems: Readonly<Record<string, string>>, field: string): string | undefined =>
  problems[field] ?? Object.entries(problems).find(([name]) => name.startsWith(`${field}.`))?.[1];
