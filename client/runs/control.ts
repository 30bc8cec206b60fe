import type { z } from 'zod';
import {
  type RunControlAnswer,
  runControlAnswerSchema,
  type runControlRequestSchema,
} from '../../contracts/run-control.ts';
import type { Installation } from '../connect/installation.ts';
import { invoke } from '../connect/invoke.ts';

/** One command to the run-control function. */
export async function control(
  request: z.input<typeof runControlRequestSchema>,
  { clients, outputs }: Installation,
): Promise<RunControlAnswer> {
  return runControlAnswerSchema.parse(await invoke(outputs.RunControlFunctionArn, request, clients.lambda));
}
