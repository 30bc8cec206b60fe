import { createHash } from 'node:crypto';
import { StatesError } from '../engine/states-error.ts';
import type { Transformation } from './child-results.ts';
import type { BatchLimits } from './item-batcher.ts';
import type { ItemReaderRun } from './item-reader/read-items.ts';
import { itemReaderProblem, type ReaderConfig } from './item-reader/reader-config.ts';
import { PAYLOAD_BYTES } from './map-limits.ts';
import type { MapVisit } from './map-visit.ts';

/** A Distributed Map state with all its fields evaluated, but for ItemSelector, which is evaluated for each item. */
export interface MapSettings {
  readonly label: string;
  readonly maxConcurrency: number;
  readonly toleratedFailureCount?: number;
  readonly toleratedFailurePercentage?: number;
  readonly reader?: ItemReaderRun;
  readonly items?: readonly unknown[];
  readonly batcher?: { readonly limits: BatchLimits; readonly batchInput?: unknown };
  readonly writer: WriterSettings;
}

export interface WriterSettings {
  readonly transformation: Transformation;
  readonly outputType: 'JSON' | 'JSONL';
  /** Where results are exported to; absent when they are the state's output. */
  readonly destination?: { readonly Bucket: string; readonly Prefix?: string };
}

interface Range {
  readonly least: number;
  readonly most?: number;
  readonly whole?: boolean;
  readonly otherwise: string;
}

const CONCURRENCY: Range = { least: 0, whole: true, otherwise: 'MaxConcurrency cannot be negative.' };
const FAILURES: Range = { least: 0, whole: true, otherwise: 'ToleratedFailureCount cannot be negative.' };
const PERCENTAGE: Range = { least: 0, most: 100, otherwise: 'ToleratedFailurePercentage must be between 0 and 100.' };
const BATCH_ITEMS: Range = { least: 1, whole: true, otherwise: 'MaxItemsPerBatch must be positive.' };
const BATCH_BYTES: Range = {
  least: 1,
  most: PAYLOAD_BYTES,
  whole: true,
  otherwise: `MaxInputBytesPerBatch must be between 1 and ${PAYLOAD_BYTES}.`,
};

/** `startedId` is the id of MapStateStarted, which follows the event that errors name. */
export async function evaluateSettings(visit: MapVisit, startedId: number): Promise<MapSettings> {
  const { state } = visit;
  const fields = new Fields(visit, startedId);
  const maxConcurrency = (await fields.number(state.MaxConcurrency, 'MaxConcurrency', CONCURRENCY)) ?? 0;
  const count = await fields.number(state.ToleratedFailureCount, 'ToleratedFailureCount', FAILURES);
  const percentage = await fields.number(state.ToleratedFailurePercentage, 'ToleratedFailurePercentage', PERCENTAGE);
  return {
    label: state.Label ?? generatedLabel(visit),
    maxConcurrency,
    ...(count === undefined ? {} : { toleratedFailureCount: count }),
    ...(percentage === undefined ? {} : { toleratedFailurePercentage: percentage }),
    ...(state.ItemReader ? { reader: await readerOf(fields) } : { items: await itemsOf(fields) }),
    ...(state.ItemBatcher ? { batcher: await batcherOf(fields) } : {}),
    writer: await writerOf(fields),
  };
}

/** Evaluates fields and words what is wrong with them. */
class Fields {
  readonly visit: MapVisit;
  readonly #startedId: number;

  constructor(visit: MapVisit, startedId: number) {
    this.visit = visit;
    this.#startedId = startedId;
  }

  evaluate(value: unknown, location: string): Promise<unknown> {
    return this.visit.evaluate(value, location);
  }

  async number(source: unknown, location: string, range: Range): Promise<number | undefined> {
    if (source === undefined) return undefined;
    const value = await this.evaluate(source, location);
    if (typeof value !== 'number' || (range.whole && !Number.isInteger(value))) {
      throw this.wrongType(source, location, range.whole ? 'integer' : 'number', value);
    }
    if (value < range.least || value > (range.most ?? Number.POSITIVE_INFINITY)) {
      throw this.failure('States.Runtime', range.otherwise);
    }
    return value;
  }

  async object(source: unknown, location: string): Promise<Record<string, unknown>> {
    const value = await this.evaluate(source ?? {}, location);
    if (value === null || typeof value !== 'object' || Array.isArray(value)) {
      throw this.wrongType(source, location, 'object', value);
    }
    return value as Record<string, unknown>;
  }

  failure(error: string, message: string): StatesError {
    const entered = `(entered at the event id #${this.#startedId - 1})`;
    return new StatesError(
      error,
      `An error occurred while executing the state '${this.visit.stateName}' ${entered}. ${message}`,
    );
  }

  wrongType(source: unknown, location: string, expected: string, value: unknown): StatesError {
    const actual = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
    const expression = typeof source === 'string' ? /^\{%(.*)%\}$/s.exec(source)?.[1]?.trim() : undefined;
    const what = expression === undefined ? 'The value' : `The JSONata expression '${expression}'`;
    const message = `${what} specified for the field '${location}' returned an unexpected result type. Expected '${expected}', but was '${actual}' for value: ${JSON.stringify(value)}`;
    const failure = this.failure('States.QueryEvaluationError', message);
    const { error, cause } = failure;
    this.visit.emit('EvaluationFailed', { error, cause, location, state: this.visit.stateName });
    return failure;
  }
}

async function readerOf(fields: Fields): Promise<ItemReaderRun> {
  const { ItemReader } = fields.visit.state;
  const resource = ItemReader?.Resource ?? '';
  const config = (await fields.object(ItemReader?.ReaderConfig, 'ItemReader/ReaderConfig')) as ReaderConfig;
  const problem = itemReaderProblem({ Resource: resource, ReaderConfig: config });
  if (problem) throw fields.failure('States.Runtime', problem);
  if (config.MaxItems !== undefined && !Number.isInteger(config.MaxItems)) {
    const source = ItemReader?.ReaderConfig?.MaxItems;
    throw fields.wrongType(source, 'ItemReader/ReaderConfig/MaxItems', 'integer', config.MaxItems);
  }
  return { resource, config, arguments: await fields.object(ItemReader?.Arguments, 'ItemReader/Arguments') };
}

async function itemsOf(fields: Fields): Promise<readonly unknown[]> {
  const { Items } = fields.visit.state;
  const value = Items === undefined ? fields.visit.input : await fields.evaluate(Items, 'Items');
  if (!Array.isArray(value)) throw fields.wrongType(Items, 'Items', 'array', value);
  return value;
}

async function batcherOf(fields: Fields): Promise<NonNullable<MapSettings['batcher']>> {
  const { MaxItemsPerBatch, MaxInputBytesPerBatch, BatchInput } = fields.visit.state.ItemBatcher ?? {};
  const maxItems = await fields.number(MaxItemsPerBatch, 'ItemBatcher/MaxItemsPerBatch', BATCH_ITEMS);
  const maxBytes = await fields.number(MaxInputBytesPerBatch, 'ItemBatcher/MaxInputBytesPerBatch', BATCH_BYTES);
  return {
    limits: { ...(maxItems === undefined ? {} : { maxItems }), ...(maxBytes === undefined ? {} : { maxBytes }) },
    ...(BatchInput === undefined ? {} : { batchInput: await fields.evaluate(BatchInput, 'ItemBatcher/BatchInput') }),
  };
}

/** Exported results carry their executions' metadata unless said otherwise; those in the state's output do not. */
async function writerOf(fields: Fields): Promise<WriterSettings> {
  const { ResultWriter } = fields.visit.state;
  const config = await fields.object(ResultWriter?.WriterConfig, 'ResultWriter/WriterConfig');
  const transformation = config.Transformation ?? (ResultWriter?.Resource ? 'NONE' : 'COMPACT');
  const settings = {
    transformation: transformation as Transformation,
    outputType: (config.OutputType ?? 'JSON') as WriterSettings['outputType'],
  };
  if (!ResultWriter?.Resource) return settings;
  const { Bucket, Prefix } = await fields.object(ResultWriter.Arguments, 'ResultWriter/Arguments');
  if (typeof Bucket !== 'string')
    throw fields.wrongType(ResultWriter.Arguments, 'ResultWriter/Arguments/Bucket', 'string', Bucket);
  return { ...settings, destination: { Bucket, ...(Prefix === undefined ? {} : { Prefix: String(Prefix) }) } };
}

/** A Map without a Label gets one that stays the same from run to run. */
function generatedLabel({ execution, stateName }: MapVisit): string {
  const digest = createHash('sha256').update(`${execution.stateMachineArn}/${stateName}`).digest('hex');
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    digest.slice(12, 16),
    digest.slice(16, 20),
    digest.slice(20, 32),
  ].join('-');
}
