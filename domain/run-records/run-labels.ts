import * as z from 'zod';

/** What people call a run; they may change it at any time. */
export const runNameSchema = z.string().trim().min(1).max(100);

export const runTagSchema = z
  .string()
  .trim()
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}._:/=@+-]{0,63}$/u, 'a tag has 1 to 64 letters, digits, or . _ : / = @ + -');

export const runTagsSchema = z
  .array(runTagSchema)
  .max(20)
  .transform((tags) => [...new Set(tags)]);
