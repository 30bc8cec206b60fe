/**
 * An error an AWS API would answer with. `code` is the name the SDK shows (`NoSuchBucket`,
 * `ResourceNotFoundException`); extra fields are part of the error's shape on the wire.
 */
export class AwsError extends Error {
  readonly code: string;
  readonly statusCode: number;
  readonly fields: Record<string, unknown>;

  constructor(code: string, message: string, statusCode = 400, fields: Record<string, unknown> = {}) {
    super(message);
    this.name = code;
    this.code = code;
    this.statusCode = statusCode;
    this.fields = fields;
  }
}
