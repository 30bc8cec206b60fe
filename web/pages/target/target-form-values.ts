import { parseJson } from '../../../core/json.ts';
import type { TargetView } from '../../api/targets.ts';
import { NO_TARGET, type TargetValues, targetConfig, targetValues } from '../../parts/target-form/target-values.ts';

/** What a person has typed about a registered target. */
export interface TargetFormValues {
  readonly integration: string;
  readonly action: string;
  readonly description: string;
  readonly inputSchema: string;
  readonly target: TargetValues;
  readonly batchEnabled: boolean;
  readonly maxItems: string;
  readonly defaultConcurrency: string;
  readonly defaultDelayMs: string;
  readonly toolDescription: string;
  readonly requestsPerMinute: string;
  readonly bulk: boolean;
  readonly bulkValues: BulkValues;
  /** What the form does not show is kept as it is. */
  readonly rest: Readonly<Record<string, unknown>>;
}

export interface BulkValues {
  readonly endpoint: string;
  readonly httpMethod: string;
  readonly payloadTransform: string;
  readonly wrapperKey: string;
  readonly maxItemsPerCall: string;
  readonly itemsPath: string;
  readonly itemIdField: string;
  readonly successField: string;
  readonly errorField: string;
  readonly outputField: string;
}

const NO_BULK: BulkValues = {
  endpoint: '',
  httpMethod: 'POST',
  payloadTransform: 'array',
  wrapperKey: '',
  maxItemsPerCall: '200',
  itemsPath: '',
  itemIdField: '',
  successField: '',
  errorField: '',
  outputField: '',
};
const MAPPED = ['itemsPath', 'itemIdField', 'successField', 'errorField', 'outputField'] as const;

const EXAMPLE_SCHEMA = {
  type: 'object',
  properties: { id: { type: 'string' } },
  required: ['id'],
  additionalProperties: true,
};

export const NEW_TARGET: TargetFormValues = {
  integration: '',
  action: '',
  description: '',
  inputSchema: JSON.stringify(EXAMPLE_SCHEMA, null, 2),
  target: NO_TARGET,
  batchEnabled: false,
  maxItems: '1000',
  defaultConcurrency: '5',
  defaultDelayMs: '0',
  toolDescription: '',
  requestsPerMinute: '',
  bulk: false,
  bulkValues: NO_BULK,
  rest: {},
};

const text = (value: unknown): string => (value === undefined || value === null ? '' : String(value));

export function formOf(view: TargetView): TargetFormValues {
  const { version: _version, updatedAt: _updatedAt, ...target } = view;
  const { integration, action, description, inputSchema, batchEnabled, batchConfig, bulkConfig, rateLimit } = view;
  const mapping = (bulkConfig?.responseMapping ?? {}) as Record<string, unknown>;
  const bulkFields = { ...bulkConfig, ...mapping } as Record<string, unknown>;
  return {
    integration,
    action,
    description,
    inputSchema: JSON.stringify(inputSchema, null, 2),
    target: targetValues(target),
    batchEnabled,
    maxItems: text(batchConfig.maxItems),
    defaultConcurrency: text(batchConfig.defaultConcurrency),
    defaultDelayMs: text(batchConfig.defaultDelayMs),
    toolDescription: text(batchConfig.toolDescription),
    requestsPerMinute: text(rateLimit?.requestsPerMinute),
    bulk: bulkConfig !== undefined,
    bulkValues: bulkConfig
      ? (Object.fromEntries(
          Object.keys(NO_BULK).map((name) => [name, text(bulkFields[name])]),
        ) as unknown as BulkValues)
      : NO_BULK,
    rest: target,
  };
}

const SHOWN = ['endpoint', 'agentStateMachineArn', 'toolLambdaArn', 'rateLimit', 'bulkConfig', 'batchConfig'];

/** The target as it is registered. */
export function targetOf(values: TargetFormValues): Record<string, unknown> {
  const kept = Object.entries(values.rest).filter(([name]) => !SHOWN.includes(name) && !name.endsWith('putMapping'));
  const rateLimit = {
    ...((values.rest.rateLimit ?? {}) as object),
    ...(values.requestsPerMinute.trim() && { requestsPerMinute: Number(values.requestsPerMinute) }),
  };
  return {
    ...Object.fromEntries(kept),
    integration: values.integration.trim(),
    action: values.action.trim(),
    description: values.description.trim(),
    inputSchema: parseJson(values.inputSchema),
    ...targetConfig(values.target),
    batchEnabled: values.batchEnabled,
    batchConfig: {
      maxItems: Number(values.maxItems),
      defaultConcurrency: Number(values.defaultConcurrency),
      defaultDelayMs: Number(values.defaultDelayMs),
      ...(values.toolDescription.trim() && { toolDescription: values.toolDescription.trim() }),
    },
    ...(Object.keys(rateLimit).length > 0 && { rateLimit }),
    ...(values.bulk && { bulkConfig: bulkOf(values) }),
  };
}

function bulkOf({ bulkValues, rest }: TargetFormValues): Record<string, unknown> {
  const before = (rest.bulkConfig ?? {}) as Record<string, unknown>;
  const mapping = Object.fromEntries(
    MAPPED.filter((name) => bulkValues[name].trim()).map((name) => [name, bulkValues[name].trim()]),
  );
  const { wrapperKey: _key, endpoint: _endpoint, maxItemsPerCall: _items, ...kept } = before;
  return {
    ...kept,
    // A preset has its own.
    ...(bulkValues.endpoint.trim() && { endpoint: bulkValues.endpoint.trim() }),
    httpMethod: bulkValues.httpMethod,
    payloadTransform: bulkValues.payloadTransform,
    ...(bulkValues.wrapperKey.trim() && { wrapperKey: bulkValues.wrapperKey.trim() }),
    ...(bulkValues.maxItemsPerCall.trim() && { maxItemsPerCall: Number(bulkValues.maxItemsPerCall) }),
    responseMapping: mapping,
  };
}
