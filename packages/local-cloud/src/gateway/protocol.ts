import type { AwsError } from '../aws-error.ts';
import type { HttpRequest, HttpResponse } from './http.ts';

/** Turns HTTP into an operation's name and input, and its output or error back into HTTP. One for each AWS protocol. */
export interface Protocol {
  decode(request: HttpRequest): Promise<{ operation: string; input: unknown }>;
  encode(operation: string, output: unknown, request: HttpRequest): HttpResponse;
  encodeError(error: AwsError, request: HttpRequest): HttpResponse;
}
