/**
 * Every error that Rollcall raises or records. `retryPolicy` retries transient errors. Permanent errors are not retried.
 * Validation errors are mistakes of the caller.
 */
export const ERROR_CLASSES = ['transient', 'permanent', 'validation'] as const;
export type ErrorClass = (typeof ERROR_CLASSES)[number];

interface ErrorEntry {
  readonly class: ErrorClass;
  /** The next step for the user. */
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
  TargetChanged: { class: 'validation', hint: 'Read the target again and repeat your change.' },
  BatchNotEnabled: { class: 'validation', hint: '' },
  TooManyItems: { class: 'validation', hint: 'Split the batch, or raise batchConfig.maxItems of the target.' },
  InvalidItems: {
    class: 'validation',
    hint: 'Correct the items, or skip them with config.skipInvalidItems (--skip-invalid in the CLI).',
  },
  TooManyJobs: { class: 'transient', hint: 'Wait for batch jobs to end, or cancel some.' },
  JobNotFound: { class: 'validation', hint: 'Use the jobId that was returned when the batch was submitted.' },
  RunNotFound: { class: 'validation', hint: 'List the runs with `rollcall runs`.' },
  NothingToCompare: {
    class: 'validation',
    hint: 'Compare runs of one dataset that were graded by the same evaluators.',
  },
  RunStillActive: { class: 'validation', hint: 'Wait until the run has ended, or cancel it first.' },
  TraceNotFound: { class: 'validation', hint: 'Show the traces of a thread with `rollcall thread show`.' },
  ThreadNotFound: { class: 'validation', hint: 'List the threads with `rollcall thread list`.' },
  MonitorNotFound: { class: 'validation', hint: 'List the monitors with `rollcall monitor list`.' },
  InvalidMonitor: { class: 'validation', hint: 'Correct the named field and save the monitor again.' },
  MonitorChanged: { class: 'validation', hint: 'Read the monitor again and repeat your change.' },
  InvalidTraces: { class: 'validation', hint: 'Correct the line and import the file again. Duplicates are ignored.' },
  TracesNotDeployed: { class: 'validation', hint: 'Deploy with -c api=true, or -c traceAgents=true.' },
  InvalidControlRequest: { class: 'validation', hint: 'Correct the named field and send the request again.' },
  IllegalTransition: { class: 'validation', hint: 'Check the run with `rollcall status`.' },
  InvalidDataset: { class: 'validation', hint: 'Correct the file or the import options, and import it again.' },
  DatasetNotFound: { class: 'validation', hint: 'List the datasets with `rollcall dataset list`.' },
  UploadNotFound: { class: 'validation', hint: 'Create one with POST /api/v1/uploads, then PUT the file to its url.' },
  ImportNotFound: {
    class: 'validation',
    hint: 'Use the importId that was returned when the import started. It is valid for a week.',
  },
  ImportLost: {
    class: 'permanent',
    hint: 'The import stopped unexpectedly. Import the file again, in smaller parts if it is large.',
  },
  DatasetInUse: { class: 'validation', hint: 'Wait until its runs have ended, or cancel them.' },
  StackNotFound: {
    class: 'permanent',
    hint: 'Deploy it with: npx cdk deploy --all. For another stage or Region, add --stage or --region.',
  },
  StackOutdated: {
    class: 'permanent',
    hint: 'It was deployed from another version. Update it with: npx cdk deploy --all',
  },
  RunExists: { class: 'validation', hint: 'Choose another --id, or omit it.' },
  FunctionFailed: { class: 'permanent', hint: 'The function failed. Its log has the reason.' },
  TablesUnreadable: { class: 'permanent', hint: 'See docs/deploy.md for the required Lake Formation grants.' },
  QueryFailed: { class: 'permanent', hint: 'Open the query in Athena to see its error.' },
  QueryThrottled: { class: 'transient', hint: 'Athena is running too many queries. The step is retried.' },

  // An export
  InvalidExportRequest: { class: 'validation', hint: 'Correct the named field and export again.' },
  NothingToExport: { class: 'validation', hint: 'Wait until rows have settled, or widen the filter.' },
  ExportReplaced: {
    class: 'permanent',
    hint: 'Another export of the run has replaced it. Export again.',
  },
  ExportTooLong: { class: 'permanent', hint: 'Export fewer rows or columns. An export may take 15 minutes.' },

  // A row's mapping
  MappingSyntax: { class: 'validation', hint: 'Correct the JSONata expression of the mapping.' },
  MappingFailed: {
    class: 'validation',
    hint: 'Check the mapping (`mappings` in eval.yaml). It failed on this row.',
  },
  VariantFailed: { class: 'permanent', hint: 'The target returned an error instead of this model’s answer.' },
  MappingTimeout: { class: 'validation', hint: 'Simplify the mapping. It exceeded its limit of steps or time.' },
  ThreadFieldInvalid: {
    class: 'validation',
    hint: 'Correct the row’s conversation, or remove the column from threadFields.',
  },

  // A model's prompt and answer
  PromptInvalid: { class: 'validation', hint: 'Correct the braces of the prompt.' },
  PromptFailed: { class: 'validation', hint: 'Check the names in {{…}} against this row’s columns.' },
  PromptTooLong: {
    class: 'permanent',
    hint: 'Shorten the prompt or the row, or choose a model with a larger context.',
  },
  ModelNotFound: {
    class: 'permanent',
    hint: 'Check target.model.model: its spelling, and whether your account and Region have the model.',
  },
  ModelAccessDenied: {
    class: 'permanent',
    hint: 'Check the key (auth), and that its account may use this model. On Bedrock, enable access to the model.',
  },
  ModelQuotaSpent: { class: 'permanent', hint: 'The account’s credit or quota is spent. Raise it with the provider.' },
  ModelRefused: { class: 'permanent', hint: 'The model declined. Reword the prompt, or choose another model.' },
  ContentFiltered: {
    class: 'permanent',
    hint: 'Look at the row’s text, or change the provider’s filter or guardrail.',
  },
  AnswerTruncated: { class: 'permanent', hint: 'Raise target.model.parameters.maxTokens.' },
  ToolCallAnswer: { class: 'permanent', hint: 'Leave tools out of target.model.parameters, or forbid their use.' },
  StreamTruncated: { class: 'transient', hint: 'The connection ended before the answer did. The row can be retried.' },

  // A row's call
  TargetTimeout: { class: 'transient', hint: 'Raise executor.timeoutSeconds, or find out why the target is slow.' },
  TargetThrottled: { class: 'transient', hint: 'Lower executor.maxConcurrency, or raise the target’s quota.' },
  TargetUnavailable: {
    class: 'transient',
    hint: 'The target returned a server error or could not be reached.',
  },
  TargetRejected: {
    class: 'permanent',
    hint: 'The target rejected the request. Check the mapping and the credentials.',
  },
  TargetFailed: { class: 'permanent', hint: 'The target failed. See its own error.' },
  TargetNotFound: { class: 'permanent', hint: 'Check the ARN or URL of the target.' },
  TargetAccessDenied: {
    class: 'permanent',
    hint: 'Deploy with the target’s ARN in agentStateMachineArns, toolLambdaArns or endpointSecrets.',
  },
  AddressRefused: {
    class: 'permanent',
    hint: 'For an address in your network, set target.endpoint.allowPrivateAddresses: true. Metadata services and Rollcall’s own APIs are never called.',
  },
  AnswerTooLarge: { class: 'permanent', hint: 'Responses are limited to 5 MB. Return a link to the rest.' },
  AnswerUnreadable: {
    class: 'permanent',
    hint: 'The response does not have the configured format. Check endpoint.response.',
  },
  AnswerMissing: {
    class: 'permanent',
    hint: 'The bulk response does not contain this item. Before you retry it, check whether it was processed.',
  },
  JobExpired: {
    class: 'transient',
    hint: 'The provider batch expired before it reached this row. `rollcall retry` sends it again.',
  },
  OutcomeUnknown: {
    class: 'permanent',
    hint: 'The call may have been made, but its response was lost. `resume` and `retry` follow executor.onUnknown.',
  },
  CallerFailed: { class: 'permanent', hint: 'The calling function failed. Its log has the reason.' },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorName = keyof typeof ERRORS;

/** The error of an agent's execution that was stopped because its run was cancelled. */
export const AGENT_CANCELLED = 'RunCancelled';

/** An error of the table above. Step Functions sees `name`, and `ErrorEquals` may refer to it. */
export class RollcallError extends Error {
  readonly errorClass: ErrorClass;
  /** The individual problems, if there are several. */
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
