import { createHash } from 'node:crypto';
import type { MapState } from '../definition/definition.ts';
import { numberIn } from '../engine/number-field.ts';
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
  readonly least?: number;
  readonly most?: number;
  readonly whole?: boolean;
  readonly otherwise: string;
}

const CONCURRENCY: Range = { least: 0, whole: true, otherwise: 'MaxConcurrency cannot be negative.' };
const FAILURES: Range = { least: 0, whole: true, otherwise: 'ToleratedFailureCount cannot be negative.' };
const PERCENTAGE: Range = { least: 0, most: 100, otherwise: 'ToleratedFailurePercentage must be between 0 and 100.' };
/** What is below zero is refused when the dataset is read. */
const MAX_ITEMS: Range = { whole: true, otherwise: '' };
const BATCH_ITEMS: Range = { least: 1, whole: true, otherwise: 'MaxItemsPerBatch must be positive.' };
const BATCH_BYTES: Range = {
  least: 1,
  most: PAYLOAD_BYTES,
  whole: true,
  otherwise: `MaxInputBytesPerBatch must be between 1 and ${PAYLOAD_BYTES}.`,
};

export async function evaluateSettings(visit: MapVisit): Promise<MapSettings> {
  const { state } = visit;
  const maxConcurrency = (await number(visit, state, 'MaxConcurrency', CONCURRENCY)) ?? 0;
  const count = await number(visit, state, 'ToleratedFailureCount', FAILURES);
  const percentage = await number(visit, state, 'ToleratedFailurePercentage', PERCENTAGE);
  return {
    label: state.Label ?? generatedLabel(visit),
    maxConcurrency,
    ...(count === undefined ? {} : { toleratedFailureCount: count }),
    ...(percentage === undefined ? {} : { toleratedFailurePercentage: percentage }),
    ...(state.ItemReader ? { reader: await readerOf(visit, state.ItemReader) } : { items: await visit.items() }),
    ...(state.ItemBatcher ? { batcher: await batcherOf(visit, state.ItemBatcher) } : {}),
    writer: await writerOf(visit),
  };
}

async function number(
  visit: MapVisit,
  holder: object,
  name: string,
  range: Range,
  location = name,
): Promise<number | undefined> {
  const field = await visit.field(holder, name, location);
  if (!field) return undefined;
  const value = numberIn(field);
  if (typeof value !== 'number' || (range.whole && !Number.isInteger(value))) {
    throw field.wrongType(range.whole ? 'integer' : 'number');
  }
  if (value < (range.least ?? Number.NEGATIVE_INFINITY) || value > (range.most ?? Number.POSITIVE_INFINITY)) {
    throw visit.failure('States.Runtime', range.otherwise);
  }
  return value;
}

async function object(
  visit: MapVisit,
  holder: object,
  name: string,
  location: string,
): Promise<Record<string, unknown>> {
  const field = await visit.field(holder, name, location);
  if (!field) return {};
  const { value } = field;
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw field.wrongType('object');
  return value as Record<string, unknown>;
}

async function readerOf(visit: MapVisit, reader: NonNullable<MapState['ItemReader']>): Promise<ItemReaderRun> {
  const { ReaderConfig: source = {}, Resource: resource } = reader;
  const at = 'ItemReader/ReaderConfig';
  const { MaxItemsPath: _, ...evaluated } = await object(visit, reader, 'ReaderConfig', at);
  const MaxItems = await number(visit, source, 'MaxItems', MAX_ITEMS, `${at}/MaxItems`);
  const config: ReaderConfig = { ...evaluated, ...(MaxItems === undefined ? {} : { MaxItems }) };
  const problem = itemReaderProblem({ Resource: resource, ReaderConfig: config });
  if (problem) throw visit.failure('States.Runtime', problem);
  return { resource, config, arguments: await object(visit, reader, 'Arguments', 'ItemReader/Arguments') };
}

async function batcherOf(
  visit: MapVisit,
  batcher: NonNullable<MapState['ItemBatcher']>,
): Promise<NonNullable<MapSettings['batcher']>> {
  const maxItems = await number(visit, batcher, 'MaxItemsPerBatch', BATCH_ITEMS, 'ItemBatcher/MaxItemsPerBatch');
  const maxBytes = await number(
    visit,
    batcher,
    'MaxInputBytesPerBatch',
    BATCH_BYTES,
    'ItemBatcher/MaxInputBytesPerBatch',
  );
  const { BatchInput } = batcher;
  return {
    limits: { ...(maxItems === undefined ? {} : { maxItems }), ...(maxBytes === undefined ? {} : { maxBytes }) },
    ...(BatchInput === undefined ? {} : { batchInput: await visit.evaluate(BatchInput, 'ItemBatcher/BatchInput') }),
  };
}

/** Exported results carry their executions' metadata unless said otherwise; those in the state's output do not. */
async function writerOf(visit: MapVisit): Promise<WriterSettings> {
  const { ResultWriter = {} } = visit.state;
  const config = await object(visit, ResultWriter, 'WriterConfig', 'ResultWriter/WriterConfig');
  const transformation = config.Transformation ?? (ResultWriter.Resource ? 'NONE' : 'COMPACT');
  const settings = {
    transformation: transformation as Transformation,
    outputType: (config.OutputType ?? 'JSON') as WriterSettings['outputType'],
  };
  if (!ResultWriter.Resource) return settings;
  const { Bucket, Prefix } = await object(visit, ResultWriter, 'Arguments', 'ResultWriter/Arguments');
  if (typeof Bucket !== 'string') {
    throw visit.failure(
      'States.Runtime',
      `The Bucket of ResultWriter is ${JSON.stringify(Bucket)}; it must be a bucket's name.`,
    );
  }
  return { ...settings, destination: { Bucket, ...(Prefix === undefined ? {} : { Prefix: String(Prefix) }) } };
}

/** A Map without a Label gets one that stays the same from run to visit. */
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
