import * as z from 'zod';
import { problemsOfUrl } from './url-credentials.ts';

const httpMethod = z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);

/** With these a request could be made to look like two to whoever passes it on. */
const FRAMING_HEADERS = [
  'connection',
  'content-length',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/** What is wrong with a header's name, if anything is. */
const problemOfHeader = (name: string): string | undefined =>
  FRAMING_HEADERS.includes(name.trim().toLowerCase())
    ? `${name} frames the request and is set by Rollcall itself; leave it out. Not allowed: ${FRAMING_HEADERS.join(', ')}`
    : undefined;

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
    header: z
      .string()
      .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'header must be a valid HTTP header name')
      .refine((name) => !problemOfHeader(name), { error: ({ input }) => problemOfHeader(String(input)) }),
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
  headers: z
    .record(z.string(), z.string())
    .default({})
    .check((given) => {
      for (const name of Object.keys(given.value)) {
        const message = problemOfHeader(name);
        if (message) given.issues.push({ code: 'custom', input: given.value, path: [name], message });
      }
    })
    .describe('Headers sent with every row; secrets belong in auth'),
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
