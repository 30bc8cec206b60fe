import { useMemo } from 'react';
import type { DatasetRowView } from '../../../contracts/api/datasets.ts';
import { asText, isObject } from '../../../core/json.ts';
import { preprocessThreadFields } from '../../../core/threads/thread-fields.ts';
import { useDatasetRows } from '../../api/datasets.ts';
import type { RunValues } from './run-values.ts';

export interface FirstRow {
  /** As it is imported. */
  readonly plain?: Readonly<Record<string, unknown>>;
  /** As mappings see it: with columns of conversations as lists of turns. */
  readonly root?: Readonly<Record<string, unknown>>;
  /** Why a column is no conversation. */
  readonly problem?: string;
}

/** What mappings are tried on: the dataset's first row. */
export function useFirstRow({ datasetId, threadFields }: Pick<RunValues, 'datasetId' | 'threadFields'>): FirstRow {
  const { data } = useDatasetRows(datasetId);
  const first = data?.rows[0];
  return useMemo(() => {
    if (!first) return {};
    const plain = rootOf(first);
    try {
      return { plain, root: withTurns(plain, threadFields) };
    } catch (error) {
      return { plain, root: plain, problem: (error as Error).message };
    }
  }, [first, threadFields]);
}

const rootOf = ({ sampleId, rowIndex, input, expected, metadata }: DatasetRowView) => ({
  sample_id: sampleId,
  row_index: rowIndex,
  input,
  ...(expected !== undefined && { expected: asText(expected) }),
  ...(metadata !== undefined && { metadata }),
});

function withTurns(root: ReturnType<typeof rootOf>, threadFields: RunValues['threadFields']) {
  const fields = Object.fromEntries(
    Object.entries(threadFields).map(([column, selectedFields]) => [column, { selectedFields: [...selectedFields] }]),
  );
  const turned = (part: unknown) => (isObject(part) ? preprocessThreadFields(part, fields) : part);
  return {
    ...root,
    input: turned(root.input),
    ...(root.metadata !== undefined && { metadata: turned(root.metadata) }),
  };
}
