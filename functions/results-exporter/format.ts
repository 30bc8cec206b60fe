import type { ExportRequest } from '../../contracts/export.ts';
import type { ExportColumn } from '../../core/export/column.ts';
import type { FrameReader } from '../../core/export/frame-reader.ts';
import type { MappedColumns } from '../../core/export/mapped-columns.ts';
import type { layOut } from '../../core/export/row-layout.ts';
import type { UnloadPlan } from '../../core/sql/export-unload.ts';
import type { ExportFile } from './export-file.ts';

/** How rows become a file. */
export interface Format {
  readonly contentType: string;
  /** What UNLOAD renders of each row. */
  readonly unload: Omit<UnloadPlan, 'rows'>;
  readonly begin?: string;
  readonly end?: string;
  /** Writes rows, one call each. A promise asks to wait for it before the next. */
  writer(file: ExportFile): RowWriter;
}

export interface RowWriter {
  /** May take the frames behind this one too, up to a row index. */
  row(frame: FrameReader, limit: number): Promise<void> | undefined;
  /** After the last row. */
  close?(): Promise<void>;
}

/** The parts of a request that the formats share. */
export interface FormatInput {
  readonly request: ExportRequest;
  readonly columns: readonly ExportColumn[];
  readonly mapping?: MappedColumns;
  readonly layout: ReturnType<typeof layOut>;
  readonly mappingColumns?: readonly string[];
}
