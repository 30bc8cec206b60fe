import * as z from 'zod';
import { bulkJobSchema, JOB_PRESETS, problemsOfJob } from './bulk-job.ts';

/** `results`, `data.items`, `order[0].id`, and `["a.b"]` for names with dots in them. */
const path = () =>
  z.string().regex(/^(?:\.?[^.[\]"]+|\[\d+\]|\["(?:[^"\\]|\\.)*"\])+$/, 'must be a path such as results or data.items');

/** How rows go to an endpoint that takes many of them in one call; beside `endpoint` in a configuration. */
export const bulkConfigSchema = z
  .strictObject({
    preset: z.enum(JOB_PRESETS).optional().describe('A known batch API, which sets the fields below'),
    presetOptions: z
      .record(z.string(), z.string())
      .optional()
      .describe('With salesforce-bulk-2: job fields such as operation and externalIdFieldName'),
    job: bulkJobSchema.optional().describe('For APIs that return a job, which is submitted, polled and collected'),
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
      .describe('A URL, or a path on the endpoint’s origin. Not needed with job or preset'),
    httpMethod: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']).default('POST'),
    payloadTransform: z.enum(['array', 'csv', 'ndjson']).default('array').describe('Format of the items'),
    wrapperKey: z
      .string()
      .min(1)
      .max(256)
      .optional()
      .describe('With array: key of the array in an object, such as records'),
    maxItemsPerCall: z
      .int()
      .min(1)
      .max(50_000)
      .optional()
      .describe('Items per call or job. Default with a preset: its limit'),
    maxBytesPerCall: z
      .int()
      .min(1_024)
      .max(20 * 1024 * 1024)
      .optional()
      .describe('Limit of a body with several items. Default: 5 MiB, or 20 MiB for a job'),
    timeoutSeconds: z
      .number()
      .min(1)
      .max(840)
      .optional()
      .describe('Timeout of one call. Default: executor.timeoutSeconds'),
    responseMapping: z
      .strictObject({
        itemsPath: path()
          .optional()
          .describe('Path of the items in the response, such as data.items. Default: detected'),
        itemIdField: path()
          .optional()
          .describe(
            'Field that identifies an item: equals the sent field of that name, or the sample_id. Default: by position',
          ),
        successField: path().optional().describe('Field that is false for failed items'),
        errorField: path().optional().describe('Field with an item’s error'),
        outputField: path().optional().describe('Field with an item’s answer. Default: the whole item'),
      })
      .prefault({}),
    onReject: z
      .enum(['individual', 'fail'])
      .optional()
      .describe('What to do with the rows of a rejected call (4xx). Default: individual, or fail with a preset'),
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
