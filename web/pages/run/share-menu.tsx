import type { RunDetail } from '../../../contracts/api/runs.ts';
import { plural } from '../../../core/format.ts';
import { type ExportAsked, reportOfRun, useExport } from '../../api/runs.ts';
import { MenuItem } from '../../parts/menu.tsx';
import { ErrorNote } from '../../parts/note.tsx';
import { Share } from '../../parts/share.tsx';
import { tallyOf } from '../../parts/tally.ts';

/** With the mark by which Excel knows UTF-8: without it, it garbles every text that is not English. */
const SHEET = { format: 'csv', bom: true } as const;

const FORMATS: readonly (readonly [string, ExportAsked])[] = [
  ['CSV, for spreadsheets', SHEET],
  ['JSON', { format: 'json' }],
  ['JSON Lines', { format: 'jsonl' }],
  ['Parquet', { format: 'parquet' }],
];

/** A link to this view, and the results as a file, which the browser saves as soon as it is written. */
export function ShareMenu({ run }: { readonly run: RunDetail }) {
  const exporting = useExport(run.evaluationId);
  const { data, error, isPending } = exporting;
  const { wrong, failed } = tallyOf(run.progress, run.summary);
  const choice = (title: string, asked: ExportAsked) => (
    <MenuItem key={title} disabled={isPending} onChoose={() => exporting.mutate(asked)}>
      {title}
    </MenuItem>
  );
  return (
    <>
      <Share
        label={isPending ? 'Exporting …' : 'Share'}
        report={[run.name ?? run.evaluationId, () => reportOfRun(run)]}
      >
        <hr />
        {FORMATS.map(([title, asked]) => choice(title, asked))}
        {wrong > 0 && choice(`CSV of ${plural(wrong, 'failed row')}`, { ...SHEET, filter: { verdict: 'wrong' } })}
        {failed > 0 && choice(`CSV of ${plural(failed, 'error')}`, { ...SHEET, filter: { status: 'failed' } })}
      </Share>
      {data && (
        <span className="tiny" role="status">
          <a href={data.url} download>
            Download {data.rows === undefined ? 'the file' : plural(data.rows, 'row')}
          </a>
        </span>
      )}
      <ErrorNote error={error} what="The export did not work." />
    </>
  );
}
