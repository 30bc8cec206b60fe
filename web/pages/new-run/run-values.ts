import { isObject, parseJson } from '../../../core/json.ts';
import type { TargetValues } from '../../parts/target-form/target-values.ts';
import { NO_TARGET, targetConfig, targetValues } from '../../parts/target-form/target-values.ts';

/** What a person has chosen for a run; numbers as typed. */
export interface RunValues {
  readonly datasetId: string;
  /** `integration/action` of a registered target, or '' for one described here. */
  readonly saved: string;
  /** The registered target that `target` is a copy of, so that its mapping can be changed. */
  readonly copyOf: string;
  readonly target: TargetValues;
  readonly name: string;
  readonly maxConcurrency: string;
  readonly timeoutSeconds: string;
  readonly maxAttempts: string;
  readonly stopOnError: 'continue' | 'stop_after_n' | 'stop_immediately';
  readonly errorThreshold: string;
  readonly earlyStop: boolean;
  readonly budgetLimit: string;
  readonly retryFailed: boolean;
  readonly repeats: string;
  readonly delayMs: string;
  readonly requestsPerMinute: string;
  /** Columns of conversations, and the fields of a turn that are kept; none: whole turns. */
  readonly threadFields: Readonly<Record<string, readonly string[]>>;
  readonly limit: string;
  /** JSON of the list; '' for none: the expected answer is compared with. */
  readonly evaluators: string;
  readonly experimentId: string;
}

export const NEW_RUN: RunValues = {
  datasetId: '',
  saved: '',
  copyOf: '',
  target: NO_TARGET,
  name: '',
  maxConcurrency: '5',
  timeoutSeconds: '',
  maxAttempts: '',
  stopOnError: 'continue',
  errorThreshold: '',
  earlyStop: true,
  budgetLimit: '',
  retryFailed: false,
  repeats: '',
  delayMs: '',
  requestsPerMinute: '',
  threadFields: {},
  limit: '',
  evaluators: '',
  experimentId: '',
};

const number = (name: string, text: string) => (text.trim() ? { [name]: Number(text) } : {});

function executorOf(values: RunValues): Record<string, unknown> {
  return {
    ...number('maxConcurrency', values.maxConcurrency),
    ...number('timeoutSeconds', values.timeoutSeconds),
    ...(values.stopOnError !== 'continue' && { stopOnError: values.stopOnError }),
    ...(values.stopOnError === 'stop_after_n' && number('errorThreshold', values.errorThreshold)),
    ...(values.earlyStop && { earlyStop: true }),
    ...number('budgetLimit', values.budgetLimit),
    ...(values.retryFailed && { retryFailed: true }),
    ...number('repeats', values.repeats),
    ...number('delayMs', values.delayMs),
    ...(values.maxAttempts.trim() && { retryPolicy: number('maxAttempts', values.maxAttempts) }),
  };
}

const evaluatorsOf = ({ evaluators }: RunValues): unknown =>
  evaluators.trim() ? (parseJson(evaluators) ?? evaluators) : undefined;

function threadFieldsOf({ threadFields }: RunValues): Record<string, object> | undefined {
  const columns = Object.entries(threadFields);
  if (columns.length === 0) return undefined;
  return Object.fromEntries(
    columns.map(([column, fields]) => [column, fields.length > 0 ? { selectedFields: [...fields] } : {}]),
  );
}

/** The configuration, without what is as it is by default. */
export function configOf(values: RunValues): Record<string, unknown> {
  const evaluators = evaluatorsOf(values);
  const executor = executorOf(values);
  const threadFields = threadFieldsOf(values);
  return {
    ...targetConfig(values.target),
    ...(values.name.trim() && { targetName: values.name.trim() }),
    ...(values.requestsPerMinute.trim() && { rateLimit: number('requestsPerMinute', values.requestsPerMinute) }),
    ...(threadFields && { threadFields }),
    ...(Object.keys(executor).length > 0 && { executor }),
    ...(evaluators !== undefined && { evaluators }),
  };
}

/** The execution's input, which is also what the API takes. */
export function runInput(values: RunValues): Record<string, unknown> {
  const executor = executorOf(values);
  const evaluators = evaluatorsOf(values);
  return {
    datasetId: values.datasetId,
    ...(values.saved
      ? {
          target: values.saved,
          ...(Object.keys(executor).length > 0 && { executor }),
          ...(evaluators !== undefined && { evaluators }),
        }
      : { config: configOf(values) }),
    ...(values.experimentId.trim() && { experimentId: values.experimentId.trim() }),
    ...number('limit', values.limit),
  };
}

/** The same choices as a run there was. */
export function valuesOfRun(datasetId: string, config: Readonly<Record<string, unknown>>): RunValues {
  const executor = (config.executor ?? {}) as Record<string, unknown>;
  const retry = (executor.retryPolicy ?? {}) as Record<string, unknown>;
  const rate = (config.rateLimit ?? {}) as Record<string, unknown>;
  const text = (value: unknown): string => (value === undefined ? '' : String(value));
  return {
    ...NEW_RUN,
    datasetId,
    target: targetValues(config),
    name: text(config.targetName),
    maxConcurrency: text(executor.maxConcurrency),
    timeoutSeconds: text(executor.timeoutSeconds),
    maxAttempts: text(retry.maxAttempts),
    stopOnError: (executor.stopOnError ?? 'continue') as RunValues['stopOnError'],
    errorThreshold: text(executor.errorThreshold),
    earlyStop: executor.earlyStop === true,
    budgetLimit: text(executor.budgetLimit),
    retryFailed: executor.retryFailed === true,
    repeats: executor.repeats === 1 ? '' : text(executor.repeats),
    delayMs: executor.delayMs === 0 ? '' : text(executor.delayMs),
    requestsPerMinute: text(rate.requestsPerMinute),
    threadFields: Object.fromEntries(
      Object.entries(isObject(config.threadFields) ? config.threadFields : {}).map(([column, field]) => [
        column,
        (isObject(field) && Array.isArray(field.selectedFields) ? field.selectedFields : []).map(String),
      ]),
    ),
    evaluators: config.evaluators === undefined ? '' : JSON.stringify(config.evaluators, null, 2),
  };
}
