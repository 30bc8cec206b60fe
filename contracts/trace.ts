import * as z from 'zod';

/** One turn of a conversation with an agent, or one call of it. */

const MOST_ID_BYTES = 512;

const id = (what: string) =>
  z
    .string()
    .min(1, `${what} may not be empty`)
    .max(256, `${what} may have 256 characters`)
    .regex(/^\P{Cc}*$/u, `${what} may not hold control characters`)
    .refine((value) => Buffer.byteLength(value) <= MOST_ID_BYTES, `${what} may have ${MOST_ID_BYTES} bytes`);

export const traceIdSchema = id('trace_id');
export const threadIdSchema = id('thread_id');

const count = z.number().nonnegative();
const tokensSchema = z
  .union([count, z.strictObject({ prompt: count.optional(), completion: count.optional(), total: count.optional() })])
  .describe('All of them, or { prompt, completion, total }');

const spanSchema = z.looseObject({ name: z.string().optional() });

export const traceSchema = z.strictObject({
  trace_id: traceIdSchema.describe('Sent again, it is the same trace'),
  thread_id: threadIdSchema.optional().describe('The conversation it is a turn of'),
  started_at: z.iso
    .datetime({ offset: true, error: 'started_at must be a time such as 2026-01-31T10:00:00Z' })
    .describe('ISO 8601, with Z or an offset'),
  input: z.json().optional(),
  output: z.json().optional(),
  metadata: z.record(z.string(), z.json()).optional(),
  spans: z.array(spanSchema).max(1_000).optional().describe('The steps of the turn: { name, input, output, … }'),
  contexts: z.array(z.json()).max(1_000).optional().describe('What was retrieved for the answer'),
  tokens: tokensSchema.optional(),
  cost: z.number().nonnegative().optional().describe('USD'),
  latency: z.number().nonnegative().optional().describe('Milliseconds'),
  error: z.string().max(32_768).optional(),
});
export type Trace = z.output<typeof traceSchema>;
