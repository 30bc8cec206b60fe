import { z } from 'zod';
import { parseInput } from '../parse-input.ts';

export const topicArn = z.string().min(1);

/** `true` from a call inside the local cloud, `"true"` from a form. */
export const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);

export const parseRequest = <Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> =>
  parseInput(schema, input, { invalid: 'InvalidParameter', missing: 'InvalidParameter' });
