import { useMutation } from '@tanstack/react-query';
import { type DragEvent, type ReactNode, useState } from 'react';
import { uploadFile, useImport } from '../../api/datasets.ts';
import { ErrorNote } from '../../parts/note.tsx';

interface Props {
  readonly onDataset: (datasetId: string) => void;
  readonly children: ReactNode;
}

/** A file that is dropped anywhere on the form becomes its dataset. */
export function DroppedFile({ onDataset, children }: Props) {
  const [isOver, setOver] = useState(false);
  const load = useImport();
  const take = useMutation({
    mutationFn: async (file: File) => {
      const { uploadId } = await uploadFile(file);
      return load.mutateAsync({ uploadId, name: file.name.replace(/\.[^.]+$/, '') });
    },
    onSuccess: ({ datasetId }) => onDataset(datasetId),
  });
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) take.mutate(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a file can be chosen by keyboard where datasets are imported
    <div
      className={isOver ? 'new-run over' : 'new-run'}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {take.isPending && <p role="status">Importing the file …</p>}
      <ErrorNote error={take.error} what="The file was not imported." />
      {children}
    </div>
  );
}
