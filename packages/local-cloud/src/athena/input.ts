import { z } from 'zod';
import { type InputErrorNames, parseInput } from '../parse-input.ts';

const NAMES: InputErrorNames = { invalid: 'InvalidRequestException', missing: 'InvalidRequestException' };

export function parseAthenaInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  return parseInput(schema, input, NAMES);
}

export const workGroupName = z.string().regex(/^[a-zA-Z0-9._-]{1,128}$/);
export const queryExecutionId = z.string().min(1).max(128);
export const nextToken = z.string().min(1).max(1024).optional();
export const token = z.string().min(32).max(128);
