import { useMemo } from 'react';
import type { ExperimentComparison } from '../../../contracts/api/experiments.ts';
import { useAllRows } from '../../api/all-rows.ts';
import { ErrorNote } from '../../parts/note.tsx';
import { sideBySide } from '../../parts/side-by-side/side-by-side.ts';
import { SideTable } from '../../parts/side-by-side/side-table.tsx';
import type { Grading } from '../../parts/side-by-side/use-grading.ts';

interface Props {
  readonly data: ExperimentComparison;
  readonly grading: Grading;
}

/** The variants side by side, row by row; the baseline first. */
export function ExperimentRows({ data: { variants, baseline }, grading }: Props) {
  const sides = useMemo(() => {
    const isOneRun = new Set(variants.map(({ evaluationId }) => evaluationId)).size < variants.length;
    return variants
      .map(({ name, evaluationId }) => ({ name, evaluationId, ...(isOneRun && { variant: name }) }))
      .sort((a, b) => Number(b.name === baseline) - Number(a.name === baseline));
  }, [variants, baseline]);
  const { rows: runs, error } = useAllRows(sides);
  const rows = useMemo(() => runs && sideBySide(runs), [runs]);
  return (
    <>
      <h2>Rows side by side</h2>
      <ErrorNote error={error} what="The rows could not be read." />
      {rows && <SideTable sides={sides} rows={rows} grading={grading} />}
    </>
  );
}
