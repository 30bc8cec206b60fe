import * as z from 'zod';
import { threadIdSchema, traceSchema } from '../trace.ts';
import { cursorSchema, wholeAnswerSchema } from './answer.ts';

const MOST_TRACES = 1_000;

/** One trace may stand without a list around it. */
export const newTracesSchema = z.preprocess(
  (body) => (body !== null && typeof body === 'object' && 'trace_id' in body ? { traces: [body] } : body),
  z.strictObject({ traces: z.array(traceSchema).min(1).max(MOST_TRACES) }),
);
export const receivedTracesSchema = z.object({
  received: z.number(),
  unchanged: z.number().describe('Traces that already existed unchanged'),
});

export const threadsQuerySchema = z.strictObject({
  limit: z.coerce.number().int().min(1).max(500).default(50),
  cursor: cursorSchema,
});
const moment = z.iso.datetime({ offset: true });
export const threadListQuerySchema = threadsQuerySchema.extend({
  from: moment.optional().describe('Threads whose last turn started at or after this time'),
  to: moment.optional().describe('Threads whose last turn started before this time'),
  search: z
    .string()
    .min(1)
    .max(256)
    .optional()
    .describe('Threads whose ID or opening contains this text, ignoring case'),
});
const threadSchema = z.object({
  threadId: z.string(),
  opening: z.string().optional().describe('The start of the first question'),
  turns: z.number(),
  firstAt: z.string().describe('Start of the first turn'),
  lastAt: z.string(),
});
export const threadListSchema = z.object({ threads: z.array(threadSchema), cursor: z.string().optional() });

export const threadParamsSchema = z.object({ id: threadIdSchema.describe('The thread_id') });
export const threadTurnsSchema = threadSchema.extend({
  traces: z.array(traceSchema).describe('Sorted by start time'),
  cursor: z.string().optional(),
  whole: wholeAnswerSchema.optional(),
});
