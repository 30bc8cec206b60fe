/** How Athena classifies a failure: https://docs.aws.amazon.com/athena/latest/ug/error-reference.html */
export const ErrorCategory = { system: 1, user: 2, other: 3 } as const;

/** Athena's error types, by the name Trino gives the failure. */
const TYPES: Readonly<Record<string, number>> = {
  SYNTAX_ERROR: 1006,
  TABLE_NOT_FOUND: 1110,
  SCHEMA_NOT_FOUND: 1110,
  COLUMN_NOT_FOUND: 1004,
  FUNCTION_NOT_FOUND: 1303,
  TYPE_MISMATCH: 1004,
  NOT_SUPPORTED: 1200,
  PERMISSION_DENIED: 1500,
  S3_PERMISSION: 1501,
  ICEBERG_COMMIT_ERROR: 233,
  INVALID_FUNCTION_ARGUMENT: 1106,
  INVALID_CAST_ARGUMENT: 1001,
  DIVISION_BY_ZERO: 1001,
  HIVE_BAD_DATA: 1001,
  HIVE_CURSOR_ERROR: 1001,
  INVALID_TABLE_PROPERTY: 1103,
  DDL_FAILED: 1003,
};
const GENERAL_USER_ERROR = 1000;

/** Why a query that was accepted ended as FAILED. */
export class QueryError extends Error {
  readonly trinoName: string;
  readonly category: number;
  readonly type: number;

  constructor(trinoName: string, message: string, at?: { line: number; column: number }) {
    super(`${trinoName}: ${at ? `line ${at.line}:${at.column}: ` : ''}${message}`);
    this.name = 'QueryError';
    this.trinoName = trinoName;
    this.type = TYPES[trinoName] ?? GENERAL_USER_ERROR;
    this.category = trinoName === 'GENERIC_INTERNAL_ERROR' ? ErrorCategory.system : ErrorCategory.user;
  }
}
