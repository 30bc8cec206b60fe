import type { FrameReader } from '../../core/export/frame-reader.ts';
import { mappingRow } from '../../core/export/mapping-row.ts';
import type { FormatInput } from './format.ts';

/** The pieces of a row in the order of its columns: segments as SQL rendered them, mapped columns as `render` does. */
export async function mappedPieces(
  frame: FrameReader,
  { layout, mapping }: FormatInput,
  render: (name: string, value: unknown) => string,
): Promise<string[]> {
  const segments = layout.segments.map((_columns, index) => frame.segment(index).toString());
  const values = mapping ? await mapping.evaluate(mappingRow(frame.segment(segments.length).toString())) : {};
  return layout.pieces.map((piece) =>
    typeof piece === 'number' ? (segments[piece] ?? '') : render(piece, values[piece]),
  );
}
