import type { QueryLanguageName } from './definition.ts';
import type { Json, Problems } from './problems.ts';

/** The fields each kind of state has, and whether they belong to one query language only. */
interface StateFields {
  readonly required: readonly string[];
  readonly both: readonly string[];
  readonly JSONata: readonly string[];
  readonly JSONPath: readonly string[];
}

const FLOW = ['Next', 'End'];
const RECOVERY = ['Retry', 'Catch'];
const PATHS = ['InputPath', 'OutputPath'];
const RESULTS = ['Parameters', 'ResultSelector', 'ResultPath'];

const STATE_FIELDS: Readonly<Record<string, StateFields>> = {
  Pass: {
    required: [],
    both: [...FLOW, 'Assign'],
    JSONata: ['Output'],
    JSONPath: [...PATHS, 'Parameters', 'Result', 'ResultPath'],
  },
  Task: {
    required: ['Resource'],
    both: [...FLOW, ...RECOVERY, 'Assign', 'TimeoutSeconds', 'HeartbeatSeconds', 'Credentials'],
    JSONata: ['Output', 'Arguments'],
    JSONPath: [...PATHS, ...RESULTS, 'TimeoutSecondsPath', 'HeartbeatSecondsPath'],
  },
  Choice: { required: ['Choices'], both: ['Default', 'Assign'], JSONata: ['Output'], JSONPath: PATHS },
  Wait: {
    required: [],
    both: [...FLOW, 'Assign', 'Seconds', 'Timestamp'],
    JSONata: ['Output'],
    JSONPath: [...PATHS, 'SecondsPath', 'TimestampPath'],
  },
  Succeed: { required: [], both: [], JSONata: ['Output'], JSONPath: PATHS },
  Fail: { required: [], both: ['Error', 'Cause'], JSONata: [], JSONPath: ['ErrorPath', 'CausePath'] },
  Parallel: {
    required: ['Branches'],
    both: [...FLOW, ...RECOVERY, 'Assign'],
    JSONata: ['Output', 'Arguments'],
    JSONPath: [...PATHS, ...RESULTS],
  },
  Map: {
    required: [],
    both: [
      'ItemProcessor',
      ...FLOW,
      ...RECOVERY,
      'Assign',
      'ItemSelector',
      'MaxConcurrency',
      'Label',
      'ItemReader',
      'ItemBatcher',
      'ResultWriter',
      'ToleratedFailureCount',
      'ToleratedFailurePercentage',
    ],
    JSONata: ['Output', 'Items'],
    JSONPath: [
      ...PATHS,
      ...RESULTS,
      'Iterator',
      'ItemsPath',
      'MaxConcurrencyPath',
      'ToleratedFailureCountPath',
      'ToleratedFailurePercentagePath',
    ],
  },
};

const EVERYWHERE = ['Type', 'Comment', 'QueryLanguage'];

/** In the order AWS lists them. */
export const STATE_TYPES = ['Task', 'Wait', 'Pass', 'Succeed', 'Fail', 'Choice', 'Parallel', 'Map'];

/** Every field must be known, in the state's query language, and none that is required may be missing. */
export function checkStateFields(
  state: Json,
  type: string,
  language: QueryLanguageName,
  at: string,
  problems: Problems,
): void {
  const fields = STATE_FIELDS[type];
  if (!fields) return;
  const other = language === 'JSONata' ? 'JSONPath' : 'JSONata';
  const known = [...EVERYWHERE, ...fields.required, ...fields.both, ...fields[language]];
  for (const name of Object.keys(state)) {
    if (known.includes(name)) continue;
    if (fields[other].includes(name)) {
      problems.add(
        at,
        `The QueryLanguage is set to '${language}', but field '${name}' is only supported for the '${other}' QueryLanguage`,
      );
    } else {
      problems.add(at, `Field '${name}' is not supported`);
    }
  }
  requireFields(state, fields.required, at, problems);
}

export function requireFields(object: Json, names: readonly string[], at: string, problems: Problems): void {
  const missing = names.filter((name) => object[name] === undefined);
  if (missing.length > 0) problems.add(at, `These fields are required: [${missing.join(', ')}]`);
}

export function allowFields(object: Json, names: readonly string[], at: string, problems: Problems): void {
  for (const name of Object.keys(object)) {
    if (!names.includes(name)) problems.add(at, `Field '${name}' is not supported`);
  }
}
