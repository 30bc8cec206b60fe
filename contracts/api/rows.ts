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
  input: text.describe(
    `This and the other texts: the first ${SHOWN_CHARACTERS} characters; of a longer error message its start and its end`,
  ),
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
  trial: z.number().describe('Which of its calls, where executor.repeats asks for several'),
  finishedAt: text.describe('When it settled'),
  metadata: text.optional().describe('JSON. Lists leave it out'),
  variant: z
    .string()
    .describe('Which of the models that the target has answered for; empty where it answers for itself'),
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
      'status:failed, passed:false, error:TargetTimeout, class:transient, failedBy:exact and passedBy:exact (an evaluator), slowerThan:2000 (milliseconds), segment:team=red (metadata, both URL-encoded); several with commas, all must hold',
    ),
  search: z.string().max(256).optional().describe('Found in the texts as lists show them, whatever the case'),
  limit: z.coerce.number().int().min(1).max(500).default(100),
  cursor: cursorSchema,
});

export const rowListSchema = z.object({
  rows: z.array(indexRowSchema),
  matching: z.number().describe('Rows that fit filter and search'),
  settled: z.number().describe('Rows of the run that have a result so far'),
  cursor: z.string().optional(),
});

export const rowParamsSchema = runParamsSchema.extend({
  row: z.coerce.number().int().min(0).describe('The row’s number in the dataset, from 0'),
});

export const rowQuerySchema = z.strictObject({
  trial: z.coerce.number().int().min(0).default(0).describe('Which of its calls, where there are several'),
  variant: z
    .string()
    .max(100)
    .optional()
    .describe('Of a target that answers for several models: which. Default: the first'),
});

/** A row as it stands in the results table. */
export const fullRowSchema = z
  .looseObject({ whole: wholeAnswerSchema.optional() })
  .describe('All columns of the results table; whole is there when long texts are cut');
