import * as z from 'zod';
import { headerNameSchema, headersSchema } from './request-headers.ts';
import { problemsOfUrl } from './url-credentials.ts';

const httpMethod = z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);

export const endpointAuthSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('bearer').describe('Authorization: Bearer <secret>'),
    secretArn: z.string().min(1).describe('Secrets Manager secret; its text is the token'),
    secretKey: z.string().optional().describe('The field to take when the secret is a JSON object'),
  }),
  z.strictObject({
    type: z.literal('basic').describe('Authorization: Basic; the secret is user:password or {"username","password"}'),
    secretArn: z.string().min(1),
  }),
  z.strictObject({
    type: z.literal('header').describe('A header of your choice carries the secret'),
    header: headerNameSchema(),
    secretArn: z.string().min(1),
    secretKey: z.string().optional(),
  }),
  z.strictObject({
    type: z.literal('query').describe('A parameter of the URL carries the secret; it is added when a row is sent'),
    parameter: z.string().min(1).describe('With query: the parameter’s name'),
    secretArn: z.string().min(1),
    secretKey: z.string().optional(),
  }),
]);

export const endpointSchema = z.strictObject({
  url: z
    .url({ protocol: /^https?$/, error: 'url must be an http:// or https:// address' })
    .check((given) => {
      for (const message of problemsOfUrl(given.value)) {
        // The value itself is left out: it holds what must not be shown.
        given.issues.push({ code: 'custom', input: undefined, message });
      }
    })
    .describe('The address every row is sent to'),
  method: httpMethod.default('POST'),
  headers: headersSchema().default({}).describe('Headers sent with every row; secrets belong in auth'),
  auth: endpointAuthSchema.optional(),
  response: z
    .enum(['auto', 'json', 'text'])
    .default('auto')
    .describe('How the answer is read; auto goes by its content type'),
  allowPrivateAddresses: z
    .boolean()
    .default(false)
    .describe('Allow loopback and private addresses; metadata services stay refused'),
});

export type Endpoint = z.output<typeof endpointSchema>;
export type EndpointAuth = z.output<typeof endpointAuthSchema>;
