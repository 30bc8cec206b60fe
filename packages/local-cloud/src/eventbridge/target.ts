import { z } from 'zod';

const inputTransformer = z.object({
  InputPathsMap: z.record(z.string(), z.string()).optional(),
  InputTemplate: z.string().min(1).max(8192),
});

export const target = z.object({
  Id: z
    .string()
    .min(1)
    .max(64)
    .regex(/^[.\-_A-Za-z0-9]+$/),
  Arn: z.string().min(1).max(1600),
  RoleArn: z.string().min(1).max(1600).optional(),
  Input: z.string().max(8192).optional(),
  InputPath: z.string().max(256).optional(),
  InputTransformer: inputTransformer.optional(),
  DeadLetterConfig: z.object({ Arn: z.string().optional() }).optional(),
  RetryPolicy: z
    .object({
      MaximumRetryAttempts: z.int().min(0).max(185).optional(),
      MaximumEventAgeInSeconds: z.int().min(60).max(86_400).optional(),
    })
    .optional(),
});

export type Target = z.output<typeof target>;

/** The services a rule can send events to here. */
export const TARGET_SERVICES = ['lambda', 'sqs', 'sns', 'states'] as const;
export type TargetService = (typeof TARGET_SERVICES)[number];

export function targetService(arn: string): TargetService | undefined {
  const [, , service] = arn.split(':');
  return TARGET_SERVICES.find((one) => one === service);
}
