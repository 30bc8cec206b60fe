/** What a configuration is refused for, by field, as a run would refuse it. The schemas are fetched when first needed. */
export async function configProblems(config: unknown): Promise<Record<string, string>> {
  const { evaluationConfigSchema } = await import('./config-schema.ts');
  const read = evaluationConfigSchema.safeParse(config);
  if (read.success) return {};
  return Object.fromEntries(read.error.issues.map(({ path, message }) => [path.join('.'), message]).reverse());
}
