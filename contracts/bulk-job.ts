import * as z from 'zod';
import { headerNameSchema, headersSchema } from './request-headers.ts';

const FIELD_NAME = /^[A-Za-z_][\w-]*$/;

const url = () =>
  z
    .string()
    .min(1)
    .max(2_048)
    .describe(
      'A path on the endpoint’s origin, or a URL there. {id}, {key}, what was saved and {status.field} are filled in',
    );

const expression = (about: string) => z.string().min(1).max(16_384).describe(about);

const headers = () => headersSchema().optional().describe('Sent with this request, beside those of the endpoint');

const method = (fallback: 'GET' | 'POST') => z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default(fallback);

const submitStepSchema = z.strictObject({
  url: url(),
  httpMethod: method('POST'),
  headers: headers(),
  send: z
    .enum(['items', 'file', 'body', 'nothing'])
    .default('items')
    .describe('The items as payloadTransform writes them, these as the file of a form, the value of body, or nothing'),
  body: expression('With send: body. JSONata over { key, count, id, … }; its value is sent as JSON').optional(),
  file: z
    .strictObject({
      field: z.string().min(1).max(256).default('file').describe('The form’s field that holds the items'),
      name: z.string().min(1).max(256).default('items.jsonl').describe('The file’s name'),
      fields: z.record(z.string(), z.string()).default({}).describe('Further fields of the form'),
    })
    .optional()
    .describe('With send: file'),
  save: z
    .record(z.string().regex(FIELD_NAME, 'must be a name such as id'), z.string().min(1).max(16_384))
    .optional()
    .describe(
      'Names and JSONata over { body, headers } of the answer. One step must save the job’s id, of 2,048 characters at most; other values may have 8,192',
    ),
});
export type SubmitStep = z.output<typeof submitStepSchema>;

const resultFileSchema = z.strictObject({
  url: url(),
  format: z.enum(['json', 'ndjson', 'csv']).optional().describe('Default: by the content type'),
  itemsPath: z.string().min(1).max(512).optional().describe('Where the entries are, in JSON that is no array'),
  unfinished: z.boolean().optional().describe('With errors: the job ended before it came to these items'),
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
    .describe('An item is { idField: an id of ours, inputField: the row’s mapped input }. Default: the mapped input'),
  submit: z
    .array(submitStepSchema)
    .min(1)
    .max(5)
    .optional()
    .describe('Requests one after the other; the last one starts the job'),
  idempotencyHeader: headerNameSchema()
    .optional()
    .describe('The header in which the API takes a key of ours, by which a repeated submission is the same one'),
  lookup: z
    .strictObject({
      url: url(),
      ids: expression(
        'JSONata over { body, key, count, since, … }: the ids of jobs that may be the one whose submission was not answered',
      ),
    })
    .optional()
    .describe('Where a job is found whose submission was not answered. Without it such rows are OutcomeUnknown'),
  lookupSeconds: z
    .number()
    .min(0)
    .max(3_600)
    .optional()
    .describe('How long such a job is looked for before it is taken as never having arrived. Default: 60'),
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
    .describe('Files of answers; one whose address is not known is left out'),
  errors: z.array(resultFileSchema).max(10).optional().describe('Files of items that failed'),
  cancel: z
    .strictObject({ url: url(), httpMethod: method('POST'), body: expression('JSONata; sent as JSON').optional() })
    .optional()
    .describe('How a job is stopped. Default: it runs on'),
  pollSeconds: z
    .number()
    .min(1)
    .max(86_400)
    .optional()
    .describe('From one look at the job to the next. Default: from 5 s growing to 15 min'),
  timeoutSeconds: z
    .int()
    .min(1)
    .max(31 * 86_400)
    .optional()
    .describe('A job that takes longer is cancelled; what it has finished is kept. Default: a day'),
  maxOpen: z
    .int()
    .min(1)
    .max(100)
    .optional()
    .describe('Jobs open at the same time; each counts one against maxConcurrency. Default: 4'),
  priceFactor: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe(
      'What a token costs in a job, as a share of its usual price. Default: 1, with a model provider’s preset 0.5',
    ),
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
