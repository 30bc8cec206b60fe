import * as z from 'zod';

/** Columns of a dataset that hold conversations: JSON text of a list of turns. */
export const threadFieldsSchema = z.record(
  z.string().min(1).max(256),
  z.strictObject({
    selectedFields: z
      .array(z.string().min(1).max(256))
      .max(100)
      .default([])
      .describe('Fields that each turn keeps. Default: whole turns'),
  }),
);
export type ThreadFields = z.output<typeof threadFieldsSchema>;
