import type { z } from 'zod';
import {
  type RunControlAnswer,
  runControlAnswerSchema,
  type runControlRequestSchema,
} from '../../contracts/run-control.ts';
import type { Connection } from '../connect/connect.ts';
import { invoke } from '../connect/invoke.ts';

/** One command to the run-control function. */
export async function control(
  request: z.input<typeof runControlRequestSchema>,
  connection: Connection,
): Promise<RunControlAnswer> {
  return runControlAnswerSchema.parse(await invoke(connection.outputs.RunControlFunctionArn, request, connection));
}
