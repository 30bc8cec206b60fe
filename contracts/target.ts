import * as z from 'zod';
import {
  agentConfigSchema,
  bulkProblem,
  completed,
  type EvaluationConfig,
  endpointConfigSchema,
  onUnknownSchema,
  timeoutProblem,
  toolConfigSchema,
} from './evaluation-config.ts';
import { targetSlugSchema } from './target-slug.ts';

/** A named action others may call: `integration/action`, what its input looks like, and how it is called. */

/** Names of tools may have as many characters with every model that is called with them. */
const LONGEST_TOOL_NAME = 64;

export const batchConfigSchema = z.strictObject({
  maxItems: z.int().min(1).max(10_000).default(1000).describe('Items one batch may have'),
  defaultConcurrency: z.int().min(1).max(20).default(5).describe('Items called at the same time'),
  defaultDelayMs: z.int().min(0).max(5000).default(0).describe('Pause between starts of items, in milliseconds'),
  onUnknown: onUnknownSchema
    .default('fail')
    .describe('Items whose call may have been made and whose answer was lost: left failed, or called again by retry'),
  toolDescription: z.string().min(1).max(1024).optional().describe('What models read about the batch_ tool'),
});

const registered = {
  integration: targetSlugSchema('integration').describe('The system the action belongs to'),
  action: targetSlugSchema('action'),
  description: z.string().min(1).max(1024).describe('What the action does, for people and models'),
  inputSchema: z
    .record(z.string(), z.unknown())
    .refine((schema) => schema.type === 'object', 'inputSchema must have "type": "object"')
    .refine((schema) => JSON.stringify(schema).length <= 65_536, 'inputSchema may have 65536 characters as JSON')
    .describe('JSON Schema of an item’s input'),
  batchEnabled: z.boolean().default(false).describe('Batches may be submitted, and tools include batch_…'),
  batchConfig: batchConfigSchema.prefault({}),
};
const OF_RUNS = { targetName: true, export: true } as const;

const targetUnion = z
  .discriminatedUnion('executionMode', [
    endpointConfigSchema.omit(OF_RUNS).extend(registered),
    agentConfigSchema.omit(OF_RUNS).extend(registered),
    toolConfigSchema.omit(OF_RUNS).extend(registered),
  ])
  .superRefine((target, context) => {
    const { executionMode, executor, integration, action } = target;
    for (const problem of [timeoutProblem(executionMode === 'agent', executor), bulkProblem(target)]) {
      if (problem) context.addIssue(problem);
    }
    const { length } = batchToolName({ integration, action });
    if (length <= LONGEST_TOOL_NAME) return;
    const message = `integration and action make the tool name batch_${integration}_${action} of ${length} characters; models take ${LONGEST_TOOL_NAME}. Shorten one of them.`;
    context.addIssue({ code: 'custom', path: ['action'], message });
  });

export const targetSchema = z.preprocess(completed, targetUnion);
export type Target = z.output<typeof targetUnion>;

type TargetName = Pick<Target, 'integration' | 'action'>;

export const targetNameOf = ({ integration, action }: TargetName): string => `${integration}/${action}`;
export const toolName = ({ integration, action }: TargetName): string => `${integration}_${action}`;
export const batchToolName = (target: TargetName): string => `batch_${toolName(target)}`;

/** The target part of an evaluation's configuration. */
export function configOfTarget(target: Target): EvaluationConfig {
  const { integration, action, description, inputSchema, batchEnabled, batchConfig, ...config } = target;
  return { ...config, targetName: targetNameOf(target), export: { enabled: false } };
}

/** A target as it is kept: what a person wrote, and which writing of it this is. */
export interface StoredTarget {
  readonly tenant: string;
  /** `integration/action` */
  readonly name: string;
  /** 1 for the first, one more each time it is written. */
  readonly version: number;
  readonly updatedAt: string;
  readonly target: Target;
}
