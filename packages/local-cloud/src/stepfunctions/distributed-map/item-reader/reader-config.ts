import { CSV_DELIMITERS } from './lines.ts';

/** ItemReader.ReaderConfig, after its expressions have been evaluated. */
export interface ReaderConfig {
  readonly InputType?: string;
  readonly Transformation?: string;
  readonly ManifestType?: string;
  readonly CSVHeaderLocation?: string;
  readonly CSVHeaders?: readonly string[];
  readonly CSVDelimiter?: string;
  readonly MaxItems?: number;
  readonly ItemsPointer?: string;
}

const GET_OBJECT = /^arn:aws[\w-]*:states:::s3:getObject$/;
const LIST_OBJECTS = /^arn:aws[\w-]*:states:::s3:listObjectsV2$/;
const FIELDS = [
  'InputType',
  'Transformation',
  'ManifestType',
  'CSVHeaderLocation',
  'CSVHeaders',
  'CSVDelimiter',
  'MaxItems',
  'ItemsPointer',
];
const FILE_TYPES = ['CSV', 'JSON', 'JSONL', 'PARQUET'];
const ATHENA_TYPES = ['CSV', 'JSONL', 'PARQUET'];

export const readsOneObject = (resource: string): boolean => GET_OBJECT.test(resource);

/** Why an ItemReader cannot run here, or nothing. Values that are expressions are left to the run. */
export function itemReaderProblem(reader: { Resource?: unknown; ReaderConfig?: unknown }): string | undefined {
  const resource = String(reader.Resource);
  const config = (reader.ReaderConfig ?? {}) as ReaderConfig & Record<string, unknown>;
  if (!GET_OBJECT.test(resource) && !LIST_OBJECTS.test(resource)) {
    return `ItemReader.Resource is ${resource}; it may be arn:aws:states:::s3:getObject or arn:aws:states:::s3:listObjectsV2.`;
  }
  const unknown = Object.keys(config).find((name) => !FIELDS.includes(name));
  if (unknown) return `ItemReader.ReaderConfig has no field ${unknown}; it takes ${FIELDS.join(', ')}.`;
  return (GET_OBJECT.test(resource) ? objectProblem(config) : listProblem(config)) ?? csvProblem(config);
}

function objectProblem(config: ReaderConfig): string | undefined {
  if (config.Transformation === 'LOAD_AND_FLATTEN') {
    return 'ItemReader.ReaderConfig.Transformation LOAD_AND_FLATTEN goes with s3:listObjectsV2, not with s3:getObject.';
  }
  if (config.ManifestType !== undefined && config.ManifestType !== 'ATHENA_DATA') {
    return `ItemReader.ReaderConfig.ManifestType ${config.ManifestType} is not supported here; ATHENA_DATA is.`;
  }
  if (config.InputType === 'MANIFEST') {
    return config.ManifestType
      ? 'ItemReader.ReaderConfig.InputType MANIFEST is an S3 inventory; with ManifestType ATHENA_DATA give CSV, JSONL or PARQUET.'
      : 'ItemReader.ReaderConfig.InputType MANIFEST (S3 inventory) is not supported here; CSV, JSON, JSONL and PARQUET are.';
  }
  return typeProblem(config.InputType, config.ManifestType ? ATHENA_TYPES : FILE_TYPES);
}

function listProblem(config: ReaderConfig): string | undefined {
  const { Transformation = 'NONE' } = config;
  if (Transformation !== 'NONE' && Transformation !== 'LOAD_AND_FLATTEN') {
    return `ItemReader.ReaderConfig.Transformation is ${Transformation}; it may be NONE or LOAD_AND_FLATTEN.`;
  }
  if (config.ManifestType !== undefined) return 'ItemReader.ReaderConfig.ManifestType goes with s3:getObject.';
  if (Transformation === 'LOAD_AND_FLATTEN') return typeProblem(config.InputType, FILE_TYPES);
  return config.InputType === undefined
    ? undefined
    : 'ItemReader.ReaderConfig.InputType needs Transformation LOAD_AND_FLATTEN with s3:listObjectsV2.';
}

function typeProblem(inputType: string | undefined, allowed: string[]): string | undefined {
  if (inputType !== undefined && allowed.includes(inputType)) return undefined;
  return `ItemReader.ReaderConfig.InputType is ${inputType ?? 'missing'}; it may be ${allowed.join(', ')}.`;
}

function csvProblem(config: ReaderConfig & Record<string, unknown>): string | undefined {
  if (config.InputType !== 'CSV') {
    const field = ['CSVHeaderLocation', 'CSVHeaders', 'CSVDelimiter'].find((name) => config[name] !== undefined);
    return field && `ItemReader.ReaderConfig.${field} goes with InputType CSV.`;
  }
  const { CSVHeaderLocation, CSVHeaders, CSVDelimiter = 'COMMA' } = config;
  if (CSVHeaderLocation !== 'FIRST_ROW' && CSVHeaderLocation !== 'GIVEN') {
    return `ItemReader.ReaderConfig.CSVHeaderLocation is ${CSVHeaderLocation ?? 'missing'}; it must be FIRST_ROW or GIVEN.`;
  }
  if (CSVHeaderLocation === 'GIVEN' && !Array.isArray(CSVHeaders)) {
    return 'ItemReader.ReaderConfig.CSVHeaders must be a list of names when CSVHeaderLocation is GIVEN.';
  }
  if (CSVHeaderLocation === 'FIRST_ROW' && CSVHeaders !== undefined) {
    return 'ItemReader.ReaderConfig.CSVHeaders goes with CSVHeaderLocation GIVEN.';
  }
  if (!Object.hasOwn(CSV_DELIMITERS, CSVDelimiter)) {
    return `ItemReader.ReaderConfig.CSVDelimiter is ${CSVDelimiter}; it may be ${Object.keys(CSV_DELIMITERS).join(', ')}.`;
  }
  return undefined;
}
