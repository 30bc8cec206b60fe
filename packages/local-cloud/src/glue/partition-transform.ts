/** The types of columns that Iceberg's transforms take. */
const TAKES: Readonly<Record<string, RegExp>> = {
  identity: /^(?!array|map|struct)/,
  void: /^/,
  bucket: /^(?!array|map|struct|boolean|float|double)/,
  truncate: /^(?:tinyint|smallint|int|integer|bigint|long|decimal|string|varchar|char|binary)/,
  year: /^(?:date|timestamp)/,
  month: /^(?:date|timestamp)/,
  day: /^(?:date|timestamp)/,
  hour: /^timestamp/,
};

/** What is wrong with partitioning an Iceberg table by this, if anything. `type` is as the catalog has it. */
export function transformProblem(transform: string, type: string): string | undefined {
  const [, name = '', size] = /^(\w+)(?:\[(\d+)\])?$/.exec(transform) ?? [];
  const needsSize = name === 'bucket' || name === 'truncate';
  if (!Object.hasOwn(TAKES, name) || needsSize !== Number(size) > 0) return `Unknown transform: ${transform}`;
  return TAKES[name]?.test(type.toLowerCase()) ? undefined : `${transform} cannot transform ${type} values`;
}
