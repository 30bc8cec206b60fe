import { DatasetParser, type ParsedDataset } from '../../../core/dataset/dataset-parser.ts';
import { DatasetWriter } from '../../../core/dataset/dataset-writer.ts';
import { Previewer } from '../../../core/dataset/preview.ts';
import type { ReadOptions } from '../../../core/dataset/read-options.ts';

interface ParsedRow {
  readonly sample_id: string;
  readonly row_index: number;
  readonly input: string;
  readonly expected?: string;
  readonly metadata?: string;
}

export interface Parsed extends ParsedDataset {
  readonly lines: readonly ParsedRow[];
}

const chunksOf = (content: Buffer, size: number): Buffer[] =>
  Array.from({ length: Math.ceil(content.length / size) }, (_, index) =>
    content.subarray(index * size, (index + 1) * size),
  );

/** Parses a file that comes in chunks of some bytes. */
export function parse(content: Buffer | string, options: ReadOptions = {}, name = 'a.csv', size = 1 << 16): Parsed {
  const parser = new DatasetParser({ name, options });
  const taken: Buffer[] = [];
  for (const chunk of chunksOf(Buffer.from(content), size)) {
    parser.push(chunk);
    if (parser.pendingBytes > 0) taken.push(parser.take());
  }
  const parsed = parser.end();
  const text = Buffer.concat([...taken, parser.take()]).toString();
  return {
    ...parsed,
    lines: text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as ParsedRow),
  };
}

export function preview(content: Buffer | string, options: ReadOptions = {}, name = 'a.csv', limit = 5) {
  const previewer = new Previewer(name, options, limit);
  previewer.push(Buffer.from(content));
  return previewer.end();
}

/** The file an export of these rows would be. */
export function write({ sourceFormat, lines }: Parsed): Buffer {
  const writer = new DatasetWriter(JSON.parse(JSON.stringify(sourceFormat)));
  return Buffer.concat([writer.begin(), ...lines.map((line) => writer.row(line)), writer.end()]);
}

/** The message of the error, or what came instead of one. */
export function refusalOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return (error as Error).message;
  }
  return 'no refusal';
}
