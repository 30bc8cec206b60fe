import * as z from 'zod';

export const DATASET_FORMATS = ['csv', 'jsonl', 'json', 'rows'] as const;
export type DatasetFormat = (typeof DATASET_FORMATS)[number];

export const BAD_CELL_CHOICES = ['fail', 'keep-text', 'null'] as const;
export type OnBadCell = (typeof BAD_CELL_CHOICES)[number];

/** How the text of JSON is laid out between its tokens. */
const jsonLayoutSchema = z.object({
  /** After a comma: nothing, a space, or with `indent` a new line. */
  item: z.string(),
  /** After a colon. */
  key: z.string(),
  /** One level's white space; `base` is what the row itself is indented by. */
  indent: z.object({ newline: z.string(), base: z.string(), unit: z.string() }).optional(),
});
export type JsonLayout = z.output<typeof jsonLayoutSchema>;

export const sourceFormatSchema = z.object({
  format: z.enum(DATASET_FORMATS),
  encoding: z.enum(['utf-8', 'utf-16le', 'utf-16be']),
  bom: z.boolean(),
  newline: z.enum(['\n', '\r\n', '\r']),
  endsWithNewline: z.boolean(),
  /** In the file's order; for JSON in the order in which they were first seen. */
  columns: z.array(
    z.object({
      name: z.string(),
      place: z.enum(['input', 'metadata', 'expected']),
      /** Text that was parsed as JSON at import. */
      json: z.literal(true).optional(),
      id: z.literal(true).optional(),
    }),
  ),
  csv: z
    .object({
      delimiter: z.string(),
      /** The line `sep=;` that Excel understands, as it stood in the file. */
      sepLine: z.string().optional(),
      /** The header as it stood in the file: names may have been quoted or padded. */
      header: z.string(),
      quoteAll: z.boolean(),
    })
    .optional(),
  json: z
    .object({
      layout: jsonLayoutSchema,
      /** Around and between the elements of an array. */
      open: z.string().optional(),
      between: z.string().optional(),
      close: z.string().optional(),
      /** Expected answers are JSON values that are no strings. */
      expectedIsJson: z.boolean().optional(),
      /** Expected answers are written with `\u` escapes, as Python does. */
      asciiOnly: z.boolean().optional(),
    })
    .optional(),
  /** The import's options: together with the content they say whether an import was made before. */
  options: z.record(z.string(), z.unknown()),
  /** JSONata that gives a target its fields. */
  inputMapping: z.string().optional(),
});
export type SourceFormat = z.output<typeof sourceFormatSchema>;
export type SourceColumn = SourceFormat['columns'][number];

/**
 * Metadata may hold this member: what a row cannot be rebuilt from by its columns alone. For CSV an object with the
 * text of cells that were no JSON, for JSON the whole row.
 */
export const SOURCE_MEMBER = '$source';
