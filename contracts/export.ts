import * as z from 'zod';
import { mappingSchema } from './evaluation-config.ts';
import { destinationPrefixSchema, evaluationIdSchema } from './ids.ts';
import { ROW_STATUSES } from './result-row.ts';
import { ROW_VERDICTS } from './row-verdict.ts';

/** What `functions/results-exporter` is invoked with: by the CLI, `aws lambda invoke`, the console, or a run's end. */

export const EXPORT_FORMATS = ['csv', 'json', 'jsonl', 'parquet'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

const columnName = z.string().min(1).max(256);
/** A link ends with the credentials that signed it, which are those of a function and live for hours. */
export const LONGEST_LINK_SECONDS = 12 * 3600;

export const exportRequestSchema = z
  .strictObject({
    evaluationId: evaluationIdSchema.optional(),
    executionId: z
      .string()
      .min(1)
      .max(2048)
      .optional()
      .describe('ARN of an execution of the run, or the name of its first one'),
    format: z.enum(EXPORT_FORMATS).default('csv'),
    columns: z.array(columnName).min(1).max(400).optional().describe('These columns, in this order. Default: all'),
    outputMapping: z
      .union([
        mappingSchema('JSONata; an object constructor whose names become columns'),
        z.record(columnName, mappingSchema('JSONata; its value is the cell')),
      ])
      .optional()
      .describe('Extra columns, made from each row'),
    flatten: z
      .boolean()
      .optional()
      .describe('Fields of input, metadata and scores as columns. Default: true for csv and parquet'),
    filter: z
      .strictObject({
        status: z.union([z.enum(ROW_STATUSES), z.array(z.enum(ROW_STATUSES)).min(1)]).optional(),
        verdict: z.enum(ROW_VERDICTS).optional().describe('Answers that passed, or that did not'),
        passed: z.boolean().optional().describe('false: rows that failed, too'),
      })
      .optional(),
    destinationPrefix: destinationPrefixSchema.optional(),
    expiresInSeconds: z
      .int()
      .min(1)
      .max(LONGEST_LINK_SECONDS)
      .default(3600)
      .describe('How long the link works; it may end earlier, with the credentials of the function that signs it'),
    link: z
      .boolean()
      .default(true)
      .describe('Whether to answer with a link, which whoever has it can read the file by'),
    bom: z.boolean().default(false).describe('Begin a CSV with the mark by which Excel knows UTF-8'),
    exact: z.boolean().default(false).describe('Leave cells of a CSV that a spreadsheet would compute as they are'),
  })
  .superRefine((request, context) => {
    const problem = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (!request.evaluationId && !request.executionId)
      problem('evaluationId', 'evaluationId or executionId is missing');
    if (request.evaluationId && request.executionId) {
      problem('executionId', 'evaluationId and executionId are both given; give one');
    }
    if (request.bom && request.format !== 'csv') problem('bom', `bom is for csv, not for ${request.format}`);
    const twice = request.columns?.find((name, index, names) => names.indexOf(name) !== index);
    if (twice !== undefined) problem('columns', `columns has ${JSON.stringify(twice)} twice`);
  });
export type ExportRequest = z.output<typeof exportRequestSchema>;

/** What a file of some rows is called after, where their filter has one word for them. */
const SOME = 'some';
export const EXPORT_PARTS = ['', ...ROW_VERDICTS, ...ROW_STATUSES, SOME] as const;

export function exportPart({ filter }: Pick<ExportRequest, 'filter'>): (typeof EXPORT_PARTS)[number] {
  const { status, verdict, passed } = filter ?? {};
  const words = [...(status === undefined ? [] : [status].flat()), ...(verdict ? [verdict] : [])];
  const [word = ''] = words;
  return words.length > 1 || passed !== undefined ? SOME : word;
}
export type ExportRequestInput = z.input<typeof exportRequestSchema>;

export const exportAnswerSchema = z.object({
  evaluationId: z.string(),
  s3Uri: z.string(),
  /** Works without credentials until it expires; none if none was asked for. */
  url: z.string().optional(),
  rows: z.number(),
  bytes: z.number(),
  format: z.enum(EXPORT_FORMATS),
  /** Of the whole file, in hex. */
  sha256: z.string(),
});
export type ExportAnswer = z.output<typeof exportAnswerSchema>;
