import * as z from 'zod';
import { headerNameSchema, headersSchema } from './request-headers.ts';

const FIELD_NAME = /^[A-Za-z_][\w-]*$/;

const url = () =>
  z
    .string()
    .min(1)
    .max(2_048)
    .describe('A path or URL on the endpoint’s origin, with {id}, {key}, saved names and {status.field}');

const expression = (about: string) => z.string().min(1).max(16_384).describe(about);

const headers = () => headersSchema().optional().describe('Additional headers of this request');

const method = (fallback: 'GET' | 'POST') => z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default(fallback);

const submitStepSchema = z.strictObject({
  url: url(),
  httpMethod: method('POST'),
  headers: headers(),
  send: z
    .enum(['items', 'file', 'body', 'nothing'])
    .default('items')
    .describe('The items, the items as a form file, the value of body, or nothing'),
  body: expression('With send: body. JSONata over { key, count, id, … }, sent as JSON').optional(),
  file: z
    .strictObject({
      field: z.string().min(1).max(256).default('file').describe('Form field of the items'),
      name: z.string().min(1).max(256).default('items.jsonl').describe('File name'),
      fields: z.record(z.string(), z.string()).default({}).describe('Other form fields'),
    })
    .optional()
    .describe('With send: file'),
  save: z
    .record(z.string().regex(FIELD_NAME, 'must be a name such as id'), z.string().min(1).max(16_384))
    .optional()
    .describe(
      'Names and JSONata over { body, headers }. One step must save `id` (up to 2,048 characters; others up to 8,192)',
    ),
});
export type SubmitStep = z.output<typeof submitStepSchema>;

const resultFileSchema = z.strictObject({
  url: url(),
  format: z.enum(['json', 'ndjson', 'csv']).optional().describe('Default: by content type'),
  itemsPath: z.string().min(1).max(512).optional().describe('Path of the entries in a JSON object'),
  unfinished: z.boolean().optional().describe('With errors: items that the job did not reach'),
});
export type ResultFile = z.output<typeof resultFileSchema>;

/**
 * A chunk of rows that is submitted as a job, looked at now and then, and collected when it is done. What a preset brings
 * along may be left out.
 */
export const bulkJobSchema = z.strictObject({
  item: z
    .strictObject({
      idField: z.string().min(1).max(256),
      inputField: z.string().min(1).max(256),
      fields: z.record(z.string(), z.unknown()).default({}).describe('Sent with every item'),
    })
    .optional()
    .describe('Sends { idField: an ID, inputField: the mapped input }. Default: the mapped input'),
  submit: z.array(submitStepSchema).min(1).max(5).optional().describe('Requests in order; the last one starts the job'),
  idempotencyHeader: headerNameSchema().optional().describe('Header for an idempotency key'),
  lookup: z
    .strictObject({
      url: url(),
      ids: expression(
        'JSONata over { body, key, count, since, … }: the ids of jobs that may be the one whose submission was not answered',
      ),
    })
    .optional()
    .describe('How to find a job whose submission got no response. Without it, its rows are OutcomeUnknown'),
  lookupSeconds: z
    .number()
    .min(0)
    .max(3_600)
    .optional()
    .describe('How long to look for such a job before submitting again. Default: 60'),
  status: z
    .strictObject({
      url: url(),
      done: expression('JSONata over { body, … }: true when the job has ended, however it did'),
      failed: expression('JSONata: what rows without a result failed with, if the job failed').optional(),
      expired: expression('JSONata: true when the job ended because its time was over').optional(),
      finished: expression('JSONata: items that are done').optional(),
    })
    .optional(),
  results: z
    .array(resultFileSchema)
    .min(1)
    .max(10)
    .optional()
    .describe('Result files; those without a known address are skipped'),
  errors: z.array(resultFileSchema).max(10).optional().describe('Files of failed items'),
  cancel: z
    .strictObject({ url: url(), httpMethod: method('POST'), body: expression('JSONata; sent as JSON').optional() })
    .optional()
    .describe('How to cancel a job. Default: it keeps running'),
  pollSeconds: z
    .number()
    .min(1)
    .max(86_400)
    .optional()
    .describe('Time between checks. Default: 5 s, growing to 15 min'),
  timeoutSeconds: z
    .int()
    .min(1)
    .max(31 * 86_400)
    .optional()
    .describe('Longer jobs are cancelled and their finished items kept. Default: one day'),
  maxOpen: z
    .int()
    .min(1)
    .max(100)
    .optional()
    .describe('Jobs open at once; each counts as one call toward maxConcurrency. Default: 4'),
  priceFactor: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('Price of a token relative to single calls. Default: 1, or 0.5 with a model provider’s preset'),
});
export type GivenJob = z.output<typeof bulkJobSchema>;

type Needed = 'submit' | 'status' | 'results';
type Defaulted = 'errors' | 'lookupSeconds' | 'timeoutSeconds' | 'maxOpen' | 'priceFactor';
/** With everything that a preset and the defaults bring along. */
export type BulkJob = Omit<GivenJob, Needed | Defaulted> & Required<Pick<GivenJob, Needed | Defaulted>>;

export const JOB_DEFAULTS: Required<Pick<GivenJob, Defaulted>> = {
  errors: [],
  lookupSeconds: 60,
  timeoutSeconds: 86_400,
  maxOpen: 4,
  priceFactor: 1,
};

export const JOB_PRESETS = ['anthropic-batches', 'openai-batches', 'salesforce-bulk-2'] as const;
export type JobPreset = (typeof JOB_PRESETS)[number];

/** What is missing or wrong in a job that has no preset. */
export function problemsOfJob({ submit = [], status, results }: GivenJob): { message: string; path: string[] }[] {
  const sends = submit.some(({ send }) => send === 'items' || send === 'file');
  const saves = submit.some(({ save }) => save?.id !== undefined);
  const bare = submit.find(({ send, body }) => send === 'body' && body === undefined);
  const problem = (message: string, field: string) => ({ message, path: ['job', field] });
  return [
    ...(sends ? [] : [problem('One step of job.submit must send the items: send: items, or send: file', 'submit')]),
    ...(saves
      ? []
      : [problem('One step of job.submit must save the job’s id, such as save: { id: "body.id" }', 'submit')]),
    ...(bare ? [problem('A step of job.submit has send: body; give its body as JSONata', 'submit')] : []),
    ...(status ? [] : [problem('job.status must say where the job’s status is read, and what says done', 'status')]),
    ...(results ? [] : [problem('job.results must say where the answers are fetched', 'results')]),
  ];
}
