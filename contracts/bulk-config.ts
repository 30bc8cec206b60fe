import * as z from 'zod';
import { bulkJobSchema, JOB_PRESETS, problemsOfJob } from './bulk-job.ts';

/** `results`, `data.items`, `order[0].id`, and `["a.b"]` for names with dots in them. */
const path = () =>
  z.string().regex(/^(?:\.?[^.[\]"]+|\[\d+\]|\["(?:[^"\\]|\\.)*"\])+$/, 'must be a path such as results or data.items');

/** How rows go to an endpoint that takes many of them in one call; beside `endpoint` in a configuration. */
export const bulkConfigSchema = z
  .strictObject({
    preset: z
      .enum(JOB_PRESETS)
      .optional()
      .describe('A batch API that is known: rows go there as jobs, and the fields below have its values'),
    presetOptions: z
      .record(z.string(), z.string())
      .optional()
      .describe('With salesforce-bulk-2: fields of the job, such as operation and externalIdFieldName'),
    job: bulkJobSchema
      .optional()
      .describe('The API answers with a job: it is submitted, looked at, and collected when done'),
    endpoint: z
      .string()
      .min(1)
      .max(2_048)
      .refine(
        (text) => text.startsWith('/') || URL.canParse(text),
        'bulkConfig.endpoint must be a URL, or a path that begins with "/"',
      )
      .refine(
        (text) => text.startsWith('/') || /^https?:\/\//i.test(text),
        'bulkConfig.endpoint must be an http:// or https:// address',
      )
      .optional()
      .describe('A URL, or a path on the endpoint’s origin. With job and preset it is not needed'),
    httpMethod: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']).default('POST'),
    payloadTransform: z.enum(['array', 'csv', 'ndjson']).default('array').describe('How the items are written'),
    wrapperKey: z
      .string()
      .min(1)
      .max(256)
      .optional()
      .describe('With array: the items stand under this key of an object, e.g. records'),
    maxItemsPerCall: z
      .int()
      .min(1)
      .max(50_000)
      .optional()
      .describe('Items of one call, or of one job. With a preset: its limit'),
    maxBytesPerCall: z
      .int()
      .min(1_024)
      .max(20 * 1024 * 1024)
      .optional()
      .describe('A call’s body is not made larger; one item alone may be. Default: 5 MiB, of a job 20 MiB'),
    timeoutSeconds: z.number().min(1).max(840).optional().describe('Of one call. Default: executor.timeoutSeconds'),
    responseMapping: z
      .strictObject({
        itemsPath: path()
          .optional()
          .describe('Where in the answer the items are, e.g. results or data.items. Default: found'),
        itemIdField: path()
          .optional()
          .describe(
            'The field that says which item an answer is for: equal to the sent item’s field of that name, else to its sample_id. Default: by position',
          ),
        successField: path().optional().describe('False in it: the item failed'),
        errorField: path().optional().describe('What went wrong with an item'),
        outputField: path().optional().describe('An item’s answer. Default: the whole item'),
      })
      .prefault({}),
    onReject: z
      .enum(['individual', 'fail'])
      .optional()
      .describe(
        'A call that is refused as a whole (4xx): its rows go one by one, or fail. Default: individual, of a preset fail',
      ),
  })
  .superRefine(({ preset, job, endpoint, maxItemsPerCall, responseMapping }, context) => {
    const problem = (message: string, path: string[]) => context.addIssue({ code: 'custom', path, message });
    if (!job && !preset && endpoint === undefined) {
      problem('bulkConfig.endpoint is missing; it must be a URL, or a path that begins with "/"', ['endpoint']);
    }
    if (!preset && maxItemsPerCall === undefined) {
      problem('bulkConfig.maxItemsPerCall is missing; it must be 1–50000', ['maxItemsPerCall']);
    }
    if (job && !preset) for (const { message, path } of problemsOfJob(job)) problem(message, path);
    if (preset === 'salesforce-bulk-2' && responseMapping.itemIdField === undefined) {
      problem(
        'salesforce-bulk-2 needs bulkConfig.responseMapping.itemIdField: a column of the records that says which is which, since results come in any order',
        ['responseMapping', 'itemIdField'],
      );
    }
  });
export type BulkConfig = z.output<typeof bulkConfigSchema>;
