import { type FoundEvent, type LogsDependencies, searchLogs } from './search-logs.ts';

export interface RunLogOptions {
  /** Only lines about the row with this `row_index`. */
  readonly row?: number;
  /** When the run began; nothing before it is searched. */
  readonly since?: Date;
}

/** One line a function logged about a run. */
export interface RunLogLine {
  readonly time: string;
  /** `endpoint-caller`, `run-planner` … */
  readonly service: string;
  readonly level: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Fields that every line has, and that say nothing about the run. */
const ENVELOPE = [
  'cold_start',
  'function_arn',
  'function_memory_size',
  'function_name',
  'level',
  'message',
  'sampling_rate',
  'service',
  'timestamp',
];

export async function readRunLogs(
  deps: LogsDependencies,
  evaluationId: string,
  { row, since }: RunLogOptions = {},
): Promise<RunLogLine[]> {
  // Lines of embedded metrics have no level.
  const tests = [
    `$.evaluationId = "${evaluationId}"`,
    '$.level = "*"',
    ...(row === undefined ? [] : [`$.rowIndex = ${row}`]),
  ];
  return (await searchLogs(deps, `{ ${tests.join(' && ')} }`, since)).map(lineOf);
}

const lineOf = ({ time, logGroupName, fields }: FoundEvent): RunLogLine => ({
  time: String(fields.timestamp ?? time.toISOString()),
  service: String(fields.service ?? logGroupName),
  level: String(fields.level),
  message: String(fields.message ?? ''),
  fields: Object.fromEntries(Object.entries(fields).filter(([name]) => !ENVELOPE.includes(name))),
});
