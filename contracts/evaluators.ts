import * as z from 'zod';
import { functionSchema, judgeSchema } from './asking-evaluators.ts';
import { evaluatorFields, passAt, share } from './evaluator-fields.ts';

/** Evaluators say what a good answer is: a list in `eval.yaml`, in a configuration, or in a file of its own. */

const ignoreCase = z.boolean().default(false).describe('Upper and lower case are the same');
const negate = z.boolean().default(false).describe('Passes what it would not pass otherwise');
const anyValue = z.json().optional().describe('What the answer is compared with. Default: the row’s expected');
const texts = z.union([z.string(), z.array(z.string()).min(1).max(100)]);

const exact = z.strictObject({
  type: z.literal('exact').describe('The answer equals the expected one'),
  ...evaluatorFields,
  value: anyValue,
  trim: z.boolean().default(true).describe('Spaces around both do not count'),
  ignoreCase,
  whitespace: z
    .enum(['keep', 'collapse', 'ignore'])
    .default('keep')
    .describe('Inside the text: every space counts, a run of spaces and line breaks is one space, or none counts'),
  normalization: z
    .enum(['none', 'NFC', 'NFKC'])
    .default('none')
    .describe(
      'Unicode normalization before comparing. With NFC, é is é however it is composed; with NFKC, ﬁ is fi too',
    ),
  numbers: z.boolean().default(false).describe('1.0 and 1 are the same'),
  json: z.boolean().default(true).describe('JSON objects and arrays are compared as values, whatever their layout'),
});

const contains = z.strictObject({
  type: z.literal('contains').describe('The answer holds a text'),
  ...evaluatorFields,
  value: texts.optional().describe('The text, or several. Default: the row’s expected'),
  mode: z.enum(['all', 'any']).default('all').describe('Of several texts: all, or at least one'),
  ignoreCase,
  negate,
});

const regex = z.strictObject({
  type: z.literal('regex').describe('The answer matches a pattern'),
  ...evaluatorFields,
  pattern: z
    .string()
    .min(1)
    .max(4096)
    .optional()
    .describe('RE2 syntax: no look-around, no back-references, and so always quick. Default: the row’s expected'),
  match: z.enum(['search', 'full']).default('search').describe('Anywhere in the answer, or the whole of it'),
  ignoreCase,
  multiline: z.boolean().default(false).describe('^ and $ stand at every line'),
  dotAll: z.boolean().default(false).describe('. stands for line breaks too'),
  negate,
});

const jsonMatch = z.strictObject({
  type: z.literal('json-match').describe('Values inside JSON equal those of the expected JSON'),
  ...evaluatorFields,
  value: anyValue,
  paths: z
    .array(z.string().min(1))
    .min(1)
    .max(200)
    .optional()
    .describe('Only these: order.total, items[0].id. Default: every value that expected has'),
  tolerance: z.number().nonnegative().default(0).describe('Numbers may differ by this much'),
  ignoreCase,
  extra: z.enum(['ignore', 'fail']).default('ignore').describe('Values in the answer that expected has not'),
  passAt: passAt(1),
});

const jsonSchema = z.strictObject({
  type: z.literal('json-schema').describe('The answer is JSON of a shape'),
  ...evaluatorFields,
  schema: z
    .union([z.record(z.string(), z.json()), z.boolean()])
    .optional()
    .describe('JSON Schema, draft 2020-12 or draft-07; format is not checked. Default: the row’s expected'),
});

const numeric = z.strictObject({
  type: z.literal('numeric').describe('The number in the answer is the expected one'),
  ...evaluatorFields,
  value: z.number().optional().describe('Default: the row’s expected, unless min or max is given'),
  tolerance: z.number().nonnegative().default(0).describe('It may differ by this much'),
  relativeTolerance: share.default(0).describe('It may differ by this share of the expected number'),
  min: z.number().optional(),
  max: z.number().optional(),
  pick: z.enum(['only', 'first', 'last']).default('last').describe('Which number, where the answer holds several'),
});

const similarity = z.strictObject({
  type: z.literal('similarity').describe('How much the answer resembles the expected one'),
  ...evaluatorFields,
  value: z.string().optional().describe('Default: the row’s expected'),
  method: z
    .enum(['token-f1', 'rouge-l', 'levenshtein'])
    .default('token-f1')
    .describe('Words in common, the longest common order of words, or edits of characters'),
  ignoreCase: z.boolean().default(true).describe('Upper and lower case are the same'),
  passAt: passAt(0.8),
});

const jsonata = z.strictObject({
  type: z.literal('jsonata').describe('An expression gives the score'),
  ...evaluatorFields,
  expression: z
    .string()
    .min(1)
    .max(16_384)
    .describe(
      'JSONata over { sample_id, row_index, input, expected, metadata, actual, response, latency_ms, cost_usd }; gives true or false, a number from 0 to 1, or { score, passed, reason }',
    ),
  passAt: passAt(1),
});

/** Just a type stands for an evaluator with all its defaults. */
export const evaluatorSchema = z.preprocess(
  (value) => (typeof value === 'string' ? { type: value } : value),
  z.discriminatedUnion('type', [
    exact,
    contains,
    regex,
    jsonMatch,
    jsonSchema,
    numeric,
    similarity,
    jsonata,
    judgeSchema,
    functionSchema,
  ]),
);
export type Evaluator = z.output<typeof evaluatorSchema>;
export type EvaluatorType = Evaluator['type'];
export type EvaluatorOf<Type extends EvaluatorType> = Extract<Evaluator, { type: Type }>;

export const nameOf = ({ name, type }: Pick<Evaluator, 'name' | 'type'>): string => name ?? type;

export const evaluatorsSchema = z
  .array(evaluatorSchema)
  .min(1)
  .max(20)
  .superRefine((evaluators, context) => {
    for (const [index, evaluator] of evaluators.entries()) {
      const name = nameOf(evaluator);
      if (evaluators.findIndex((other) => nameOf(other) === name) === index) continue;
      context.addIssue({
        code: 'custom',
        path: [index],
        message: `Two evaluators are called ${name}; give one of them another name`,
      });
    }
  });
