import * as z from 'zod';
import { ROW_STATUSES } from '../result-row.ts';
import { cursorSchema, wholeAnswerSchema } from './answer.ts';
import { runParamsSchema } from './runs.ts';

/** Texts are cut to this many characters in lists. */
export const SHOWN_CHARACTERS = 500;

const text = z.string().nullable();
const number = z.number().nullable();

/** A row of a run as tables show it. */
export const indexRowSchema = z.object({
  rowIndex: z.number(),
  sampleId: z.string(),
  status: z.enum(ROW_STATUSES),
  attempts: z.number(),
  input: text.describe(`Texts are cut to ${SHOWN_CHARACTERS} characters; long error messages keep their start and end`),
  expected: text,
  actualOutput: text,
  errorClass: text,
  errorName: text,
  errorMessage: text,
  latencyMs: number,
  totalTokens: number,
  costUsd: number,
  passed: z.boolean().nullable(),
  scores: text.describe('JSON'),
  trial: z.number().describe('The trial, if executor.repeats is set'),
  finishedAt: text.describe('When the row settled'),
  metadata: text.optional().describe('JSON. Not included in lists'),
  variant: z.string().describe('The variant, if the target answers for several models; otherwise empty'),
});
export type IndexRow = z.output<typeof indexRowSchema>;

export const ROW_SORTS = [
  'row',
  'status',
  'input',
  'expected',
  'answer',
  'score',
  'latency',
  'cost',
  'tokens',
  'attempts',
  'model',
] as const;
export type RowSort = (typeof ROW_SORTS)[number];

export const rowsQuerySchema = z.strictObject({
  sort: z
    .string()
    .regex(
      new RegExp(`^-?(${ROW_SORTS.join('|')})$`),
      `sort must be one of ${ROW_SORTS.join(', ')}, with - before it for the largest first`,
    )
    .default('row'),
  filter: z
    .string()
    .max(256)
    .optional()
    .describe(
      'Conditions separated by commas: status:failed, passed:false, error:TargetTimeout, class:transient, failedBy:exact and passedBy:exact (an evaluator), slowerThan:2000 (milliseconds), segment:team=red (metadata, URL-encoded)',
    ),
  search: z.string().max(256).optional().describe('Text to search for in the fields shown by lists, ignoring case'),
  limit: z.coerce.number().int().min(1).max(500).default(100),
  cursor: cursorSchema,
});

export const rowListSchema = z.object({
  rows: z.array(indexRowSchema),
  matching: z.number().describe('Rows that match filter and search'),
  settled: z.number().describe('Rows with a result so far'),
  cursor: z.string().optional(),
});

export const rowParamsSchema = runParamsSchema.extend({
  row: z.coerce.number().int().min(0).describe('The row index in the dataset, starting at 0'),
});

export const rowQuerySchema = z.strictObject({
  trial: z.coerce.number().int().min(0).default(0).describe('The trial, if there are several'),
  variant: z
    .string()
    .max(100)
    .optional()
    .describe('The variant, if the target answers for several models. Default: the first'),
});

/** A row as it stands in the results table. */
export const fullRowSchema = z
  .looseObject({ whole: wholeAnswerSchema.optional() })
  .describe('All columns of the results table, and `whole` if long texts are cut');
