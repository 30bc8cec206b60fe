import { Link } from 'wouter';
import { plural } from '../../../core/format.ts';
import { useDatasets } from '../../api/datasets.ts';
import { agoOf } from '../../parts/ago.tsx';
import { Allowed } from '../../parts/allowed.tsx';
import { Field } from '../../parts/field.tsx';
import { ErrorNote } from '../../parts/note.tsx';

interface Props {
  readonly chosen: string;
  readonly onChoose: (datasetId: string) => void;
}

export function DatasetStep({ chosen, onChoose }: Props) {
  const { data, error, refetch } = useDatasets();
  const datasets = data?.datasets ?? [];
  return (
    <>
      <ErrorNote error={error} what="The datasets could not be read." again={refetch} />
      {data && datasets.length === 0 ? (
        <p>
          There is no dataset yet.{' '}
          <Allowed least="operator">
            <Link href="/datasets/new">Import one</Link>
          </Allowed>
        </p>
      ) : (
        <Field
          label="Which rows"
          hint={
            <Allowed least="operator">
              <Link href="/datasets/new">Import another</Link>, or drop a file anywhere on this page
            </Allowed>
          }
        >
          {(attributes) => (
            <select {...attributes} value={chosen} onChange={(event) => onChoose(event.target.value)}>
              <option value="">choose a dataset</option>
              {chosen && !datasets.some(({ datasetId }) => datasetId === chosen) && <option>{chosen}</option>}
              {datasets.map(({ datasetId, name, version, rows, importedAt }) => (
                <option key={datasetId} value={datasetId}>
                  {[
                    version && version > 1 ? `${name} v${version}` : (name ?? datasetId),
                    plural(rows, 'row'),
                    importedAt && agoOf(importedAt),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
    </>
  );
}
