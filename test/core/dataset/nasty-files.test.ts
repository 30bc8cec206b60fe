import { describe, expect, it } from 'vitest';
import { NASTY_FILES, type NastyFile } from './nasty-files.ts';
import { parse, preview, refusalOf, write } from './parse.ts';

const imported = NASTY_FILES.filter((file) => file.rows);
const refused = NASTY_FILES.filter((file) => file.refusal);
/** Large files in small pieces only take time. */
const pieces = ({ content }: NastyFile): number[] => (content.length > 10_000 ? [65_536, 4_099] : [65_536, 1, 3, 7]);

describe('nasty files', () => {
  it('are at least forty, each imported or refused', () => {
    expect(imported.length + refused.length).toBe(NASTY_FILES.length);
    expect(NASTY_FILES.length).toBeGreaterThanOrEqual(40);
  });

  it.each(imported)('imports $title', (file) => {
    for (const size of pieces(file)) {
      const { lines, rows } = parse(file.content, file.options, file.name, size);
      const read = lines.map(({ input, expected, metadata }) => ({
        input: JSON.parse(input),
        ...(expected !== undefined && { expected }),
        ...(metadata !== undefined && { metadata: JSON.parse(metadata) }),
      }));
      expect(read).toEqual(file.rows);
      expect(rows).toBe(file.rows?.length);
      expect(lines.map((line) => line.row_index)).toEqual(lines.map((_, index) => index));
    }
  });

  it.each(imported)('exports the bytes it imported: $title', (file) => {
    const written = write(parse(file.content, file.options, file.name));
    expect(written.toString('hex')).toBe((file.exported ?? file.content).toString('hex'));
  });

  it.each(refused)('refuses $title', (file) => {
    for (const size of pieces(file)) {
      expect(refusalOf(() => parse(file.content, file.options, file.name, size))).toContain(file.refusal);
    }
  });

  it.each(NASTY_FILES)('previews as it imports: $title', (file) => {
    const refusal = refusalOf(() => parse(file.content, file.options, file.name));
    if (file.refusal) expect(refusalOf(() => preview(file.content, file.options, file.name))).toBe(refusal);
    else expect(preview(file.content, file.options, file.name).rows).toBe(file.rows?.length);
  });
});
