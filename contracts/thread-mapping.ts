import * as z from 'zod';

/** Which parts of a trace, or of its whole thread, become which fields of what evaluators see. */

export const TRACE_SOURCES = [
  'trace_id',
  'thread_id',
  'timestamp',
  'input',
  'output',
  'contexts',
  'metadata',
  'spans',
  'metrics',
  'error',
] as const;
export type TraceSource = (typeof TRACE_SOURCES)[number];

export const THREAD_SOURCES = ['thread_id', 'traces'] as const;

const parts = {
  key: z.string().max(256).optional().describe('Of metadata and metrics: one member. Of spans: those of this name'),
  subkey: z.string().max(256).optional().describe('A member of what key has found'),
};
const selectedFields = z.array(z.enum(TRACE_SOURCES)).max(TRACE_SOURCES.length);

const threadFieldSchema = z.strictObject({
  type: z.literal('thread'),
  source: z.enum(THREAD_SOURCES),
  selectedFields: selectedFields.default([]).describe('Of each turn. Default: trace_id, input and output'),
  ...parts,
});

const traceFieldSchema = z.strictObject({
  type: z.literal('trace').optional(),
  source: z.enum(TRACE_SOURCES),
  ...parts,
});

const fieldSchema = z.union([threadFieldSchema, traceFieldSchema]);

/** As mappings are kept. A field without a type is one of a trace, as in those that were saved before there were threads. */
export const mappingStateSchema = z.strictObject({
  mapping: z.record(z.string().min(1).max(128), fieldSchema),
  expansions: z.array(z.string().max(128)).max(20).default([]),
});
export type MappingState = z.output<typeof mappingStateSchema>;

/** As a form has them: a field whose source nobody has chosen yet has an empty one. */
export const threadMappingStateSchema = z.strictObject({
  mapping: z.record(
    z.string().min(1).max(128),
    z.strictObject({
      source: z.enum(['', ...THREAD_SOURCES]),
      selectedFields: selectedFields.optional(),
    }),
  ),
});
export type ThreadMappingState = z.output<typeof threadMappingStateSchema>;
