import * as z from 'zod';

/** `results`, `data.items`, `order[0].id`, and `["a.b"]` for names with dots in them. */
const path = () =>
  z.string().regex(/^(?:\.?[^.[\]"]+|\[\d+\]|\["(?:[^"\\]|\\.)*"\])+$/, 'must be a path such as results or data.items');

/** How rows go to an endpoint that takes many of them in one call; beside `endpoint` in a configuration. */
export const bulkConfigSchema = z.strictObject({
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
    .describe('A URL, or a path on the endpoint’s origin'),
  httpMethod: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']).default('POST'),
  payloadTransform: z.enum(['array', 'csv', 'ndjson']).default('array').describe('How the items are written'),
  wrapperKey: z
    .string()
    .min(1)
    .max(256)
    .optional()
    .describe('With array: the items stand under this key of an object, e.g. records'),
  maxItemsPerCall: z.int().min(1).max(10_000).describe('Items of one call'),
  maxBytesPerCall: z
    .int()
    .min(1_024)
    .max(20 * 1024 * 1024)
    .default(5 * 1024 * 1024)
    .describe('A call’s body is not made larger; one item alone may be'),
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
    .default('individual')
    .describe('A call that is refused as a whole (4xx): its rows go one by one, or fail'),
});
export type BulkConfig = z.output<typeof bulkConfigSchema>;
