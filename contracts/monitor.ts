import * as z from 'zod';
import { mappingSchema } from './evaluation-config.ts';
import { evaluatorsSchema } from './evaluators.ts';
import { scoresSchema } from './score.ts';
import { mappingStateSchema, threadMappingStateSchema } from './thread-mapping.ts';

/** A monitor evaluates what live agents do, as it comes in. */

export const monitorNameSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/, 'name must be up to 40 letters, digits, "-" and "_", such as polite');

const LONGEST_SETTLE_SECONDS = 86_400;

const fields = {
  name: monitorNameSchema,
  description: z.string().max(1024).optional(),
  enabled: z.boolean().default(true).describe('Whether it looks at what comes in'),
  level: z.enum(['trace', 'thread']).default('trace').describe('Each turn by itself, or whole conversations'),
  evaluators: evaluatorsSchema.describe('As those of a run. They see the mapped fields'),
  filter: mappingSchema('JSONata over the trace, at thread level the newest one; only what gives true').optional(),
  sampling: z.number().gt(0).max(1).default(1).describe('The share of traces or threads that is evaluated'),
  settleSeconds: z
    .number()
    .min(0)
    .max(LONGEST_SETTLE_SECONDS)
    .default(60)
    .describe('At thread level: a thread is evaluated when it was quiet for so long, and each time again'),
  alarm: z
    .strictObject({
      passedBelow: z.number().gt(0).max(1).describe('The share that passes, below which it is raised'),
      minutes: z.int().min(1).max(1440).default(60).describe('Over so many minutes'),
    })
    .optional()
    .describe('A CloudWatch alarm, which tells the topic of alarms. Default: none'),
  maxTurns: z.int().min(1).max(10_000).default(1000).describe('The newest so many turns of a thread'),
};

/** As a monitor is kept. */
export const monitorSchema = z.strictObject({ ...fields, mapping: mappingStateSchema });
export type Monitor = z.output<typeof monitorSchema>;

/** As it is given: with a mapping of its own, or one of traces and one of threads as a form has them. */
export const givenMonitorSchema = z.strictObject({
  ...fields,
  mapping: mappingStateSchema.optional().describe('Default: input and output; at thread level the turns as messages'),
  threadMapping: threadMappingStateSchema.optional().describe('Fields of the thread; they win over those of mapping'),
  isThreadMapping: z.boolean().optional().describe('Whether threadMapping counts. Default: when it is given'),
});

export interface StoredMonitor {
  readonly tenant: string;
  /** 1 for the first, one more each time it is written. */
  readonly version: number;
  readonly updatedAt: string;
  readonly monitor: Monitor;
}

/** One evaluation. A thread has one for each time it fell quiet. */
export const monitorResultSchema = z.object({
  evaluatedAt: z.string(),
  version: z.number().describe('Of the monitor'),
  traceId: z.string().describe('At thread level the newest one'),
  startedAt: z.string().optional().describe('When that trace began; results of before this was kept have none'),
  threadId: z.string().optional(),
  turns: z.number().optional().describe('How many turns it saw'),
  truncated: z.boolean().optional().describe('There are earlier turns, which it did not see'),
  scores: scoresSchema,
  passed: z.boolean().nullable().describe('Null where a required evaluator erred'),
  costUsd: z.number().optional().describe('What judges and functions have cost'),
});
export type MonitorResult = z.output<typeof monitorResultSchema>;
