import type { MapState } from '../definition/definition.ts';
import { itemReaderProblem } from './item-reader/reader-config.ts';
import { PAYLOAD_BYTES } from './map-limits.ts';

const PUT_OBJECT = /^arn:aws[\w-]*:states:::s3:putObject$/;
const LONGEST_LABEL = 40;
/** "Label … can't contain white space, wildcard characters ? *, brackets, special characters, control characters" */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what AWS refuses
const REFUSED_IN_LABEL = /[\s?*<>{}[\]"#%\\^|~`$&,;:/\u0000-\u001f\u007f-\u009f]/;

/**
 * Why a Distributed Map cannot run here, as far as the definition shows it: the field, its value, what is allowed.
 * Expressions are checked when they have been evaluated.
 */
export function distributedMapProblem(state: MapState): string | undefined {
  return (
    labelProblem(state.Label) ??
    (state.ItemReader && itemReaderProblem(state.ItemReader)) ??
    batcherProblem(state.ItemBatcher) ??
    writerProblem(state.ResultWriter) ??
    numberProblem(state.MaxConcurrency, 'MaxConcurrency', 0) ??
    numberProblem(state.ToleratedFailureCount, 'ToleratedFailureCount', 0) ??
    numberProblem(state.ToleratedFailurePercentage, 'ToleratedFailurePercentage', 0, 100, false)
  );
}

function labelProblem(label: unknown): string | undefined {
  if (label === undefined) return undefined;
  if (typeof label !== 'string' || label === '' || label.length > LONGEST_LABEL) {
    return `Label is ${JSON.stringify(label)}; it must be a text of 1 to ${LONGEST_LABEL} characters.`;
  }
  return REFUSED_IN_LABEL.test(label)
    ? `Label is "${label}"; it may not have blanks, wildcards, brackets or any of " # % \\ ^ | ~ \` $ & , ; : /.`
    : undefined;
}

function batcherProblem(batcher: MapState['ItemBatcher']): string | undefined {
  if (batcher === undefined) return undefined;
  const { MaxItemsPerBatch, MaxInputBytesPerBatch } = batcher;
  if (MaxItemsPerBatch === undefined && MaxInputBytesPerBatch === undefined) {
    return 'ItemBatcher needs MaxItemsPerBatch, MaxInputBytesPerBatch or both.';
  }
  return (
    numberProblem(MaxItemsPerBatch, 'ItemBatcher.MaxItemsPerBatch', 1) ??
    numberProblem(MaxInputBytesPerBatch, 'ItemBatcher.MaxInputBytesPerBatch', 1, PAYLOAD_BYTES)
  );
}

function writerProblem(writer: MapState['ResultWriter']): string | undefined {
  if (writer === undefined) return undefined;
  const { Resource, Arguments, WriterConfig } = writer;
  if (Resource === undefined && WriterConfig === undefined) return 'ResultWriter needs Resource, WriterConfig or both.';
  if (Resource !== undefined && !PUT_OBJECT.test(Resource)) {
    return `ResultWriter.Resource is ${Resource}; it must be arn:aws:states:::s3:putObject.`;
  }
  if (Resource !== undefined && Arguments === undefined) {
    return 'ResultWriter.Arguments must name the Bucket that results are written to.';
  }
  if (WriterConfig === undefined) return undefined;
  return (
    oneOf(WriterConfig.Transformation, 'ResultWriter.WriterConfig.Transformation', ['NONE', 'COMPACT', 'FLATTEN']) ??
    oneOf(WriterConfig.OutputType, 'ResultWriter.WriterConfig.OutputType', ['JSON', 'JSONL'])
  );
}

function oneOf(value: unknown, field: string, allowed: string[]): string | undefined {
  if (allowed.includes(String(value))) return undefined;
  return `${field} is ${value === undefined ? 'missing' : JSON.stringify(value)}; it must be ${allowed.join(', ')}.`;
}

function numberProblem(
  value: unknown,
  field: string,
  least: number,
  most = Infinity,
  whole = true,
): string | undefined {
  if (value === undefined || typeof value === 'string') return undefined;
  const fits = typeof value === 'number' && value >= least && value <= most && (!whole || Number.isInteger(value));
  if (fits) return undefined;
  const range = most === Infinity ? `at least ${least}` : `from ${least} to ${most}`;
  return `${field} is ${JSON.stringify(value)}; it must be ${whole ? 'a whole number' : 'a number'} ${range}.`;
}
