/**
 * Every error Rollcall raises or records, once. `class` decides what happens to a row: transient errors are
 * retried by `retryPolicy`, permanent ones are not, validation errors are the caller's own mistake.
 */
export const ERROR_CLASSES = ['transient', 'permanent', 'validation'] as const;
export type ErrorClass = (typeof ERROR_CLASSES)[number];

interface ErrorEntry {
  readonly class: ErrorClass;
  /** What a person can do about it. */
  readonly hint: string;
}

export const ERRORS = {
  // A run cannot start
  InvalidRunInput: { class: 'validation', hint: 'Correct the named field and start the run again.' },
  ConfigNotFound: {
    class: 'validation',
    hint: 'List the configurations with `rollcall config list`, or pass `config`.',
  },
  UnknownTarget: { class: 'validation', hint: 'List the targets with `rollcall target list`.' },
  InvalidTarget: { class: 'validation', hint: 'Correct the named field and save the target again.' },
  TargetChanged: { class: 'validation', hint: 'Read the target again, and apply your change to what it is now.' },
  BatchNotEnabled: { class: 'validation', hint: '' },
  TooManyItems: { class: 'validation', hint: 'Split the batch, or raise batchConfig.maxItems of the target.' },
  InvalidItems: {
    class: 'validation',
    hint: 'Correct the items, or leave them out by config.skipInvalidItems (--skip-invalid on the command line).',
  },
  TooManyJobs: { class: 'transient', hint: 'Wait until some of the jobs in line have ended, or cancel them.' },
  JobNotFound: { class: 'validation', hint: 'A job has the id that the batch was answered with.' },
  RunNotFound: { class: 'validation', hint: 'List the runs with `rollcall runs`.' },
  NothingToCompare: {
    class: 'validation',
    hint: 'Compare runs of one dataset that were graded by the same evaluators.',
  },
  RunStillActive: { class: 'validation', hint: 'Wait until the run has ended, or cancel it first.' },
  TraceNotFound: { class: 'validation', hint: 'Traces of a thread are shown by `rollcall thread show`.' },
  ThreadNotFound: { class: 'validation', hint: 'List the threads with `rollcall thread list`.' },
  MonitorNotFound: { class: 'validation', hint: 'List the monitors with `rollcall monitor list`.' },
  InvalidMonitor: { class: 'validation', hint: 'Correct the named field and save the monitor again.' },
  MonitorChanged: { class: 'validation', hint: 'Read the monitor again, and apply your change to what it is now.' },
  InvalidTraces: { class: 'validation', hint: 'Correct the line and import the file again; nothing is stored twice.' },
  TracesNotDeployed: { class: 'validation', hint: 'Deploy with -c api=true, or -c traceAgents=true.' },
  InvalidControlRequest: { class: 'validation', hint: 'Correct the named field and send the request again.' },
  IllegalTransition: { class: 'validation', hint: 'Look at the run with `rollcall status`.' },
  InvalidDataset: { class: 'validation', hint: 'Correct the file or the import options, and import it again.' },
  DatasetNotFound: { class: 'validation', hint: 'List the datasets with `rollcall dataset list`.' },
  UploadNotFound: { class: 'validation', hint: 'Make one with POST /api/v1/uploads, and send the file to its url.' },
  ImportNotFound: { class: 'validation', hint: 'An import has the importId that it was answered with, for a week.' },
  ImportLost: {
    class: 'permanent',
    hint: 'It ended without a word. Import the file again, in smaller parts if it is large.',
  },
  DatasetInUse: { class: 'validation', hint: 'Wait until the runs that use it have ended, or cancel them.' },
  StackNotFound: {
    class: 'permanent',
    hint: 'Deploy it with: npx cdk deploy --all. If it has another stage, name it with --stage; another region: --region.',
  },
  StackOutdated: {
    class: 'permanent',
    hint: 'It was deployed from another version. Bring it up to date with: npx cdk deploy --all',
  },
  RunExists: { class: 'validation', hint: 'Choose another --id, or leave it out.' },
  FunctionFailed: { class: 'permanent', hint: 'The function itself failed; its log says why.' },
  TablesUnreadable: { class: 'permanent', hint: 'docs/deploy.md says what Lake Formation must grant.' },
  QueryFailed: { class: 'permanent', hint: 'Open the query in Athena; its error says what was wrong.' },
  QueryThrottled: { class: 'transient', hint: 'Athena has too many queries running; the step is retried.' },

  // An export
  InvalidExportRequest: { class: 'validation', hint: 'Correct the named field and ask for the export again.' },
  NothingToExport: { class: 'validation', hint: 'Wait until rows have settled, or widen the filter.' },
  ExportReplaced: {
    class: 'permanent',
    hint: 'Another export of the same run replaced it meanwhile. Export it again.',
  },
  ExportTooLong: { class: 'permanent', hint: 'Export fewer rows or columns: a function may run for 15 minutes.' },

  // A row's mapping
  MappingSyntax: { class: 'validation', hint: 'Correct the JSONata expression of the mapping.' },
  MappingFailed: {
    class: 'validation',
    hint: 'Check the mapping (`mappings` of eval.yaml) against this row: the expression failed on it.',
  },
  VariantFailed: { class: 'permanent', hint: 'The target has an error in the place of this model’s answer.' },
  MappingTimeout: { class: 'validation', hint: 'Simplify the mapping: it ran out of steps or time.' },
  ThreadFieldInvalid: {
    class: 'validation',
    hint: 'Correct the row’s conversation, or take the column out of threadFields.',
  },

  // A row's call
  TargetTimeout: { class: 'transient', hint: 'Raise executor.timeoutSeconds, or look why the target is slow.' },
  TargetThrottled: { class: 'transient', hint: 'Lower executor.maxConcurrency, or raise the target’s quota.' },
  TargetUnavailable: {
    class: 'transient',
    hint: 'The target answered with a server error, or there was no connection to it.',
  },
  TargetRejected: {
    class: 'permanent',
    hint: 'The target refused the request: check the mapping and the credentials.',
  },
  TargetFailed: { class: 'permanent', hint: 'The target ran and failed: its own error says why.' },
  TargetNotFound: { class: 'permanent', hint: 'Check the ARN or URL of the target.' },
  TargetAccessDenied: {
    class: 'permanent',
    hint: 'Deploy with the target’s ARN in agentStateMachineArns, toolLambdaArns or endpointSecrets.',
  },
  AddressRefused: {
    class: 'permanent',
    hint: 'For an address inside your network set target.endpoint.allowPrivateAddresses: true. Metadata services and Rollcall’s own APIs are never called.',
  },
  AnswerTooLarge: { class: 'permanent', hint: 'An answer may hold 5 MB; return a pointer to the rest.' },
  AnswerUnreadable: {
    class: 'permanent',
    hint: 'The answer is not what the configuration says; check endpoint.response.',
  },
  AnswerMissing: {
    class: 'permanent',
    hint: 'The bulk endpoint answered without this item. Look there whether it was done before you call it again.',
  },
  JobExpired: {
    class: 'transient',
    hint: 'The bulk job’s time was over before it came to this row. `rollcall retry` sends it again.',
  },
  OutcomeUnknown: {
    class: 'permanent',
    hint: 'The call may have been made and its answer was lost. `resume` and `retry` do what executor.onUnknown says.',
  },
  CallerFailed: { class: 'permanent', hint: 'The calling function itself failed; its log says why.' },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorName = keyof typeof ERRORS;

/** The error an agent's execution is stopped with when its run is cancelled at once. */
export const AGENT_CANCELLED = 'RunCancelled';

/** An error of the table above. `name` is what Step Functions sees and what `ErrorEquals` may name. */
export class RollcallError extends Error {
  readonly errorClass: ErrorClass;
  /** Problems one by one, where there are several. */
  readonly details?: unknown;

  constructor(name: ErrorName, message: string, options: ErrorOptions & { readonly details?: unknown } = {}) {
    super(message, options);
    if (options.details !== undefined) this.details = options.details;
    this.name = name;
    this.errorClass = ERRORS[name].class;
  }
}

export const hintFor = (name: string): string | undefined =>
  Object.hasOwn(ERRORS, name) ? ERRORS[name as ErrorName].hint : undefined;
