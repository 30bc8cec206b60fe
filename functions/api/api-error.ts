import type { ErrorAnswer } from '../../contracts/api/answer.ts';
import { type ErrorName, hintFor, RollcallError } from '../../contracts/errors.ts';
import { isThrottled } from '../../core/is-throttled.ts';

/** Refusals of the API itself; those of the product keep their own names. */
const STATUS = {
  InvalidRequest: 400,
  Unauthorized: 401,
  Forbidden: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  Conflict: 409,
  PreconditionFailed: 412,
  PayloadTooLarge: 413,
  UnsupportedMediaType: 415,
  IdempotencyKeyReused: 422,
  TooManyRequests: 429,
  InternalError: 500,
  Busy: 503,
} as const;
type ApiErrorCode = keyof typeof STATUS;

export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly details: unknown;
  /** Seconds after which to try again. */
  readonly retryAfter: number | undefined;

  constructor(code: ApiErrorCode, message: string, more: { details?: unknown; retryAfter?: number } = {}) {
    super(message);
    this.name = code;
    this.code = code;
    this.details = more.details;
    this.retryAfter = more.retryAfter;
  }
}

/** Those of the product a request can run into. All others are failures of ours. */
const STATUS_OF: Partial<Record<ErrorName, number>> = {
  InvalidRunInput: 400,
  InvalidControlRequest: 400,
  InvalidExportRequest: 400,
  InvalidDataset: 400,
  MappingSyntax: 400,
  MappingFailed: 400,
  MappingTimeout: 400,
  ThreadFieldInvalid: 400,
  InvalidTarget: 400,
  InvalidMonitor: 400,
  BatchNotEnabled: 400,
  InvalidItems: 400,
  TooManyItems: 400,
  TargetAccessDenied: 403,
  UnknownTarget: 404,
  JobNotFound: 404,
  TargetChanged: 412,
  MonitorChanged: 412,
  TooManyJobs: 429,
  ConfigNotFound: 404,
  RunNotFound: 404,
  ThreadNotFound: 404,
  MonitorNotFound: 404,
  DatasetNotFound: 404,
  UploadNotFound: 404,
  ImportNotFound: 404,
  IllegalTransition: 409,
  RunStillActive: 409,
  RunExists: 409,
  DatasetInUse: 409,
  NothingToCompare: 409,
  NothingToExport: 409,
  ExportReplaced: 409,
  QueryThrottled: 503,
};

export interface Refusal {
  readonly status: number;
  readonly answer: ErrorAnswer;
  readonly retryAfter?: number;
}

const busy = () => new ApiError('Busy', 'A service behind the API has no room just now. Try again.', { retryAfter: 2 });

/** What the client is told. A failure nobody foresaw is told without its text, which may hold what others sent. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof ApiError) {
    const { code, message, details, retryAfter } = error;
    return { status: STATUS[code], answer: answer(code, message, details), retryAfter };
  }
  const status = error instanceof RollcallError ? STATUS_OF[error.name as ErrorName] : undefined;
  if (error instanceof RollcallError && status !== undefined) {
    const hint = hintFor(error.name);
    return { status, answer: answer(error.name, hint ? `${error.message} ${hint}` : error.message, error.details) };
  }
  // One of our functions may have met it, and failed.
  if (isThrottled(error) || (error instanceof Error && isThrottled(error.cause))) return refusalOf(busy());
  return { status: 500, answer: answer('InternalError', 'The request failed here. Its id is in the log of the API.') };
}

const answer = (code: string, message: string, details?: unknown): ErrorAnswer => ({
  success: false,
  error: { code, message, ...(details !== undefined && { details }) },
});
