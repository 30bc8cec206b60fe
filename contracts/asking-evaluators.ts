import * as z from 'zod';
import { judgeModelSchema } from '../domain/models/model-schema.ts';
import { bulkConfigSchema } from './bulk-config.ts';
import { endpointSchema } from './endpoint.ts';
import { evaluatorFields, passAt } from './evaluator-fields.ts';
import { calledByArn, FUNCTION_ARN } from './target-arns.ts';
import { targetNameSchema } from './target-slug.ts';

/** Evaluators that ask somebody. They are asked in a run of its own over the settled rows. */

const asking = z
  .strictObject({
    maxConcurrency: z.int().min(1).max(1000).default(4).describe('Answers asked about at the same time'),
    timeoutSeconds: z.number().min(1).max(840).default(120).describe('Of one call'),
    assumeCostPerCall: z
      .number()
      .nonnegative()
      .optional()
      .describe('USD a call costs when the answer does not say; needed where the run has a budget and it never says'),
  })
  .prefault({});

const mapping = (about: string) => z.string().min(1).max(16_384).optional().describe(about);
const keepAnswers = (isKept: boolean, about: string) => z.boolean().default(isKept).describe(about);

const JUDGES = ['endpoint', 'agent', 'tool', 'target', 'model'] as const;

export const judgeSchema = z
  .strictObject({
    type: z.literal('judge').describe('A model, or whatever else answers, says how good the answer is'),
    ...evaluatorFields,
    target: z
      .strictObject({
        model: judgeModelSchema
          .optional()
          .describe('A model. Default of its prompt: one that asks for what the judge answers'),
        endpoint: endpointSchema.optional().describe('An HTTP endpoint'),
        bulkConfig: bulkConfigSchema
          .optional()
          .describe('With endpoint or model: questions go in bulk calls, or as bulk jobs'),
        ...calledByArn,
        target: targetNameSchema.optional().describe('A registered target, integration/action'),
      })
      .describe('It receives { rubric, scale, input, expected, actual } and answers { score, reason }'),
    rubric: z.string().min(1).max(16_384).describe('What makes an answer good'),
    scale: z.tuple([z.number(), z.number()]).default([0, 1]).describe('The lowest and the highest score it may give'),
    passAt: z.number().optional().describe('In its scale. Default: three quarters of the way up'),
    examples: z
      .array(
        z.strictObject({
          input: z.json().optional(),
          expected: z.json().optional(),
          actual: z.string(),
          score: z.number(),
          reason: z.string().optional(),
        }),
      )
      .max(20)
      .optional()
      .describe('Answers with their scores, sent along as examples'),
    votes: z.int().min(1).max(9).default(1).describe('Calls for an answer; their middle score counts'),
    pair: z
      .boolean()
      .default(false)
      .describe(
        'Hold the answer against the expected one without telling which is which: it receives { rubric, input, first, second }, is asked in both orders and answers { winner: first, second or tie, reason }',
      ),
    inputMapping: mapping('JSONata over { input: what it receives }; gives its input. Default: what it receives'),
    outputMapping: mapping('JSONata over its answer; gives { score, reason }. Default: the JSON in its answer'),
    keepAnswers: keepAnswers(true, 'The same question is asked once, in whichever run, and its answer kept'),
    executor: asking,
  })
  .superRefine((given, context) => {
    const problem = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
    const targets = JUDGES.filter((name) => given.target[name] !== undefined);
    if (targets.length !== 1) {
      problem(['target'], `target has ${targets.join(' and ') || 'nothing'}; give one of ${JUDGES.join(', ')}`);
    }
    const [min, max] = given.scale;
    if (min >= max) problem(['scale'], `scale is [${min}, ${max}]; the first must be below the second`);
    if (given.passAt !== undefined && (given.passAt < min || given.passAt > max)) {
      problem(['passAt'], `passAt is ${given.passAt}; it must be in the scale, ${min} to ${max}`);
    }
    if (given.votes % 2 === 0) problem(['votes'], `votes is ${given.votes}; an odd number has a middle`);
    for (const field of ['inputMapping', 'outputMapping'] as const) {
      if (given.target.target && given[field]) problem([field], `${field} belongs into the registered target`);
    }
    if (given.pair && (min !== 0 || max !== 1)) problem(['scale'], 'scale has no meaning with pair: it names a winner');
  });

export const functionSchema = z.strictObject({
  type: z.literal('function').describe('A Lambda function of yours gives the score'),
  ...evaluatorFields,
  lambda: z
    .string()
    .regex(FUNCTION_ARN, 'lambda must be the ARN of a Lambda function')
    .describe(
      'Allowed at deployment as tools are. It receives what jsonata sees and answers true or false, a number from 0 to 1, or { score, passed, reason }',
    ),
  passAt: passAt(0.5),
  keepAnswers: keepAnswers(false, 'The same answer is scored once, in whichever run; for functions that do not change'),
  executor: asking,
});

export type AskingEvaluator = z.output<typeof judgeSchema> | z.output<typeof functionSchema>;

export const isAsking = <T extends { readonly type: string }>(evaluator: T): evaluator is T & AskingEvaluator =>
  evaluator.type === 'judge' || evaluator.type === 'function';
