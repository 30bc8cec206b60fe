import * as z from 'zod';
import { headerNameSchema, headersSchema } from './request-headers.ts';
import { problemsOfUrl } from './url-credentials.ts';

const httpMethod = z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);

/** A secret named after the variable that holds its value on a laptop. */
const OF_VARIABLE = 'rollcall/';
export const secretOfVariable = (name: string): string => `${OF_VARIABLE}${name}`;
export const variableOfSecret = (secret: string): string | undefined =>
  secret.startsWith(OF_VARIABLE) ? secret.slice(OF_VARIABLE.length) : undefined;

const secret = {
  secretArn: z.string().min(1).optional().describe('ARN or name of a secret that contains the key'),
  env: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'env must be the name of an environment variable')
    .optional()
    .describe('Instead of secretArn: an environment variable, stored as the secret `rollcall/NAME`'),
};
const secretKey = z.string().optional().describe('Field of a secret that is a JSON object');

interface NamesSecret {
  readonly secretArn?: string;
  readonly env?: string;
}

/** Only the secret's name goes on from here. */
function withSecret<Auth extends NamesSecret>({ env, ...auth }: Auth, context: z.RefinementCtx) {
  const problem = (message: string) => context.addIssue({ code: 'custom', message });
  if (env && auth.secretArn) problem('auth has secretArn and env; give one of them');
  if (!env && !auth.secretArn) problem('auth needs env or secretArn: where is the key?');
  return { ...auth, secretArn: auth.secretArn ?? secretOfVariable(env ?? '') };
}

export const endpointAuthSchema = z.discriminatedUnion('type', [
  z
    .strictObject({ type: z.literal('bearer').describe('Authorization: Bearer <secret>'), ...secret, secretKey })
    .transform(withSecret),
  z
    .strictObject({
      type: z.literal('basic').describe('Authorization: Basic; the secret is user:password or {"username","password"}'),
      ...secret,
    })
    .transform(withSecret),
  z
    .strictObject({
      type: z.literal('header').describe('Sends the secret in a header'),
      header: headerNameSchema(),
      ...secret,
      secretKey,
    })
    .transform(withSecret),
  z
    .strictObject({
      type: z.literal('query').describe('Sends the secret as a URL parameter'),
      parameter: z.string().min(1).describe('Name of the parameter'),
      ...secret,
      secretKey,
    })
    .transform(withSecret),
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
    .describe('URL that every row is sent to'),
  method: httpMethod.default('POST'),
  headers: headersSchema().default({}).describe('Headers of every request. Put secrets into auth'),
  auth: endpointAuthSchema.optional(),
  response: z
    .enum(['auto', 'json', 'text'])
    .default('auto')
    .describe('How to read the response. auto: by content type'),
  allowPrivateAddresses: z
    .boolean()
    .default(false)
    .describe('Allow loopback and private addresses, but not metadata services'),
});

export type Endpoint = z.output<typeof endpointSchema>;
export type EndpointInput = z.input<typeof endpointSchema>;
export type EndpointAuth = z.output<typeof endpointAuthSchema>;
export type EndpointAuthInput = z.input<typeof endpointAuthSchema>;
