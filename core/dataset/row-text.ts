import { LARGEST_ROW_BYTES } from '../../contracts/dataset-row.ts';
import { atLine } from './dataset-error.ts';

/** `input` and `metadata` are the text of JSON objects. */
export interface RowText {
  readonly sampleId: string;
  readonly rowIndex: number;
  readonly input: string;
  readonly expected?: string;
  readonly metadata?: string;
}

/** One row as it goes to S3: a line of JSON, in which the texts are strings. */
export function rowLine({ sampleId, rowIndex, input, expected, metadata }: RowText): string {
  let line = `{"sample_id":${JSON.stringify(sampleId)},"row_index":${rowIndex},"input":${JSON.stringify(input)}`;
  if (metadata !== undefined) line += `,"metadata":${JSON.stringify(metadata)}`;
  if (expected !== undefined) line += `,"expected":${JSON.stringify(expected)}`;
  return `${line}}\n`;
}

/** The Distributed Map reads this beside what is on the line, and nulls for what is not. */
const OTHER_BYTES = ',"expected":null,"metadata":null,"previous_attempts":0'.length;

/** Measured as the Map sees the row: its JSON stands as strings inside JSON, so that quotes are escaped twice. */
export function refuseLarge(lineBytes: number, lineNumber: number): void {
  const bytes = lineBytes + OTHER_BYTES;
  if (bytes <= LARGEST_ROW_BYTES) return;
  throw atLine(
    lineNumber,
    `the row takes ${bytes} bytes as JSON; ${LARGEST_ROW_BYTES} (200 KiB) fit a run. Shorten it, or put a pointer to the text into it.`,
  );
}
