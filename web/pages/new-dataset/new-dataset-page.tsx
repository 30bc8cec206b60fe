import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { plural } from '../../../core/format.ts';
import { previewUpload, type ReadOptions, type Uploaded, uploadFile, useImport } from '../../api/datasets.ts';
import { NeedsRole, useMay } from '../../parts/allowed.tsx';
import { Field } from '../../parts/field.tsx';
import { ErrorNote } from '../../parts/note.tsx';
import { useTitle } from '../../parts/use-title.ts';
import { ColumnChoices } from './column-choices.tsx';
import { DropFile } from './drop-file.tsx';
import { PreviewTable } from './preview-table.tsx';
import { TypeRows } from './type-rows.tsx';
import { Warnings } from './warnings.tsx';

/** A file, a look at what was read, the roles of its columns, and it is imported. */
export function NewDatasetPage() {
  useTitle('Import a dataset');
  const [upload, setUpload] = useState<Uploaded>();
  const [problem, setProblem] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const [options, setOptions] = useState<ReadOptions>({});
  const [name, setName] = useState('');
  const may = useMay('operator');
  const take = async (file: File) => {
    setBusy(true);
    setProblem(undefined);
    setOptions({});
    try {
      setUpload(await uploadFile(file));
      setName(file.name.replace(/\.[^.]+$/, ''));
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="stack">
      <p className="crumbs">
        <Link href="/datasets">Datasets</Link> / import
      </p>
      <h1>Import a dataset</h1>
      <NeedsRole least="operator" to="importing a dataset" />
      <fieldset className="bare stack" disabled={!may}>
        <DropFile busy={busy} taken={upload?.fileName} onFile={take} />
        <ErrorNote error={problem} what="The file could not be sent." />
        {upload ? (
          <ImportForm upload={upload} options={options} onOptions={setOptions} name={name} onName={setName} />
        ) : (
          <TypeRows onFile={take} />
        )}
      </fieldset>
    </div>
  );
}

interface FormProps {
  readonly upload: Uploaded;
  readonly options: ReadOptions;
  readonly onOptions: (options: ReadOptions) => void;
  readonly name: string;
  readonly onName: (name: string) => void;
}

function ImportForm({ upload, options, onOptions, name, onName }: FormProps) {
  const [, go] = useLocation();
  const preview = useQuery({
    queryKey: ['preview', upload.uploadId, options],
    queryFn: ({ signal }) => previewUpload(upload, options, signal),
    placeholderData: (before) => before,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const importing = useImport();
  const { data, error } = preview;
  const begin = () =>
    importing.mutate(
      { uploadId: upload.uploadId, name: name.trim(), ...options },
      { onSuccess: ({ datasetId }) => go(`/datasets/${encodeURIComponent(datasetId)}`) },
    );
  return (
    <>
      <ErrorNote error={error} what={`${upload.fileName} cannot be imported as it is.`} />
      {preview.isPending && <p className="muted">Reading {upload.fileName} …</p>}
      {data && (
        <>
          <p>
            {plural(data.rows, 'row')} of {data.format.toUpperCase()} ({data.encoding}
            {data.delimiter && `, cells divided by ${JSON.stringify(data.delimiter)}`}) in {upload.fileName}
          </p>
          <Warnings preview={data} options={options} onOptions={onOptions} />
          <ColumnChoices preview={data} options={options} onChange={onOptions} />
          <PreviewTable preview={data} options={options} onPlace={(places) => onOptions({ ...options, ...places })} />
        </>
      )}
      <div className="form">
        <Field label="Name">
          {(attributes) => (
            <input {...attributes} maxLength={256} value={name} onChange={(event) => onName(event.target.value)} />
          )}
        </Field>
      </div>
      <ErrorNote error={importing.error} what="The dataset was not imported." again={begin} />
      <div>
        <button
          type="button"
          className="primary"
          disabled={!data || Boolean(error) || !name.trim() || importing.isPending}
          onClick={begin}
        >
          {importing.isPending ? 'Importing …' : `Import ${data ? plural(data.rows, 'row') : ''}`}
        </button>
      </div>
    </>
  );
}
