import { batchToolName, type Target, targetNameOf, toolName } from '../../contracts/target.ts';
import { isObject, type JsonObject } from '../json.ts';

/** A tool in the words of no particular framework: `parameters` is JSON Schema. */
export interface UniversalTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
}

/** What a tool does: one call of a target, or a batch of them. */
export interface TargetTool extends UniversalTool {
  readonly target: string;
  readonly kind: 'call' | 'batch';
}

/** A tool for each target, and its batch variant beside it where batches are enabled. */
export const toolsOf = (targets: readonly Target[]): TargetTool[] =>
  targets.flatMap((target) => [callTool(target), ...(target.batchEnabled ? [batchTool(target)] : [])]);

const callTool = (target: Target): TargetTool => ({
  name: toolName(target),
  description: target.description,
  parameters: target.inputSchema,
  target: targetNameOf(target),
  kind: 'call',
});

function batchTool(target: Target): TargetTool {
  const { description, inputSchema, batchConfig } = target;
  const { $schema, $id: _id, ...item } = inputSchema;
  return {
    name: batchToolName(target),
    description: batchConfig.toolDescription ?? batchDescription(description, toolName(target)),
    parameters: {
      ...($schema !== undefined && { $schema }),
      type: 'object',
      properties: {
        items: {
          type: 'array',
          description: `Array of items to process in batch, ${batchConfig.maxItems} at most`,
          minItems: 1,
          maxItems: batchConfig.maxItems,
          items: moved(item),
        },
        config: {
          type: 'object',
          description: 'Optional overrides',
          properties: {
            concurrency: { type: 'integer', description: 'Parallel items (1-20)', minimum: 1, maximum: 20 },
            delayMs: { type: 'integer', description: 'Delay between items in ms (0-5000)', minimum: 0, maximum: 5000 },
            skipInvalidItems: { type: 'boolean', description: 'Leave out invalid items instead of refusing all' },
          },
          additionalProperties: false,
        },
      },
      required: ['items'],
      additionalProperties: false,
    },
    target: targetNameOf(target),
    kind: 'batch',
  };
}

const batchDescription = (description: string, name: string): string =>
  `Batch version of ${name}: ${description.replace(/[.\s]+$/, '')}. Submit multiple items for background processing. Use this instead of calling ${name} individually when processing more than ~5 items. Returns a job ID for progress tracking.`;

/** References within the schema begin at its root, which now is further in. */
function moved(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(moved);
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      const isLocal = key === '$ref' && typeof value === 'string' && value.startsWith('#');
      return [key, isLocal ? value.replace('#', '#/properties/items/items') : moved(value)];
    }),
  );
}
