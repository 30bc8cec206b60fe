import type { ExportFormat } from '../../../contracts/export.ts';
import { plural } from '../../../core/format.ts';
import { useExport } from '../../api/runs.ts';
import { Menu } from '../../parts/menu.tsx';
import { ErrorNote, Note } from '../../parts/note.tsx';

const FORMATS: readonly (readonly [ExportFormat, string])[] = [
  ['csv', 'CSV, for spreadsheets'],
  ['json', 'JSON'],
  ['jsonl', 'JSON Lines'],
  ['parquet', 'Parquet'],
];

/** The results as a file. */
export function ExportMenu({ id }: { readonly id: string }) {
  const exporting = useExport(id);
  const { data, error, isPending } = exporting;
  return (
    <>
      <Menu label={isPending ? 'Exporting …' : 'Export'}>
        {FORMATS.map(([format, title]) => (
          <button key={format} type="button" disabled={isPending} onClick={() => exporting.mutate({ format })}>
            {title}
          </button>
        ))}
      </Menu>
      {data && (
        <Note>
          <a href={data.url} download>
            Download {data.rows === undefined ? 'the file' : plural(data.rows, 'row')}
          </a>
        </Note>
      )}
      <ErrorNote error={error} what="The export did not work." />
    </>
  );
}
