import { z } from 'zod';
import { AwsError } from '../aws-error.ts';
import { inputParser } from '../parse-input.ts';
import type { Settings } from './api.ts';
import { parseRouteKey } from './route-key.ts';

const texts = z.array(z.string());

const cors = z.object({
  AllowCredentials: z.boolean().optional(),
  AllowHeaders: texts.optional(),
  AllowMethods: texts.optional(),
  AllowOrigins: texts.optional(),
  ExposeHeaders: texts.optional(),
  MaxAge: z.number().int().min(-1).max(86_400).optional(),
});

export const apiSchema = z.object({
  Name: z.string().min(1).max(128),
  ProtocolType: z.literal('HTTP', 'the local cloud hosts HTTP APIs only').default('HTTP'),
  CorsConfiguration: cors.optional(),
  Description: z.string().max(1024).optional(),
  DisableExecuteApiEndpoint: z.literal(false, 'here an API has no other address than its own').optional(),
  Tags: z.record(z.string(), z.string()).optional(),
  Version: z.string().max(64).optional(),
});

export const integrationSchema = z.object({
  Description: z.string().max(1024).optional(),
  IntegrationMethod: z.string().optional(),
  IntegrationType: z.literal('AWS_PROXY', 'the local cloud hosts integrations with Lambda only'),
  IntegrationUri: z
    .string()
    .regex(/^arn:[^:]+:lambda:[^:]+:\d{12}:function:[^:/]+$/, 'it must be the ARN of a function'),
  PayloadFormatVersion: z.literal('2.0', 'the local cloud hosts payload format 2.0 only'),
  TimeoutInMillis: z.number().int().min(50).max(30_000).default(30_000),
});

export const routeSchema = z.object({
  AuthorizationType: z.literal('NONE', 'the local cloud hosts no authorizers').default('NONE'),
  OperationName: z.string().max(64).optional(),
  RouteKey: z.string().refine((key) => parseRouteKey(key) !== undefined, 'it must be $default or METHOD /path'),
  Target: z.string().regex(/^integrations\/.+$/, 'it must be integrations/ID'),
});

const throttling = z.object({
  DetailedMetricsEnabled: z.boolean().optional(),
  ThrottlingBurstLimit: z.number().int().min(0).optional(),
  ThrottlingRateLimit: z.number().min(0).optional(),
});

export const stageSchema = z.object({
  StageName: z
    .string()
    .max(128)
    .regex(/^(\$default|[A-Za-z0-9_-]+)$/),
  AccessLogSettings: z.object({ DestinationArn: z.string().optional(), Format: z.string().optional() }).optional(),
  AutoDeploy: z.literal(true, 'the local cloud has no deployments: a stage must have AutoDeploy'),
  DefaultRouteSettings: throttling.optional(),
  Description: z.string().max(1024).optional(),
  RouteSettings: z.record(z.string(), throttling).optional(),
  StageVariables: z.record(z.string(), z.string()).optional(),
  Tags: z.record(z.string(), z.string()).optional(),
});

/** An update names what changes; what it does not name stays. */
export const withoutUndefined = (settings: Settings): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));

/** Members AWS has and this cloud has not are refused, never dropped. */
export function refuseUnknown(input: unknown, schema: z.ZodObject, others: readonly string[]): void {
  const known = [...Object.keys(schema.shape), ...others];
  const unknown = Object.keys((input ?? {}) as object).find((name) => !known.includes(name));
  if (unknown !== undefined) throw badRequest(`The local cloud does not host the member ${unknown} of this operation.`);
}

export const parseInput = inputParser({ invalid: 'BadRequestException', missing: 'BadRequestException' });

export const badRequest = (message: string): AwsError => new AwsError('BadRequestException', message);

export const notFound = (what: string, id: string): AwsError =>
  new AwsError('NotFoundException', `Invalid ${what} identifier specified ${id}`, 404);
