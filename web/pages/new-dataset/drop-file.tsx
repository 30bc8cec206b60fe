import { type DragEvent, useState } from 'react';
import './drop-file.css';

interface Props {
  readonly busy: boolean;
  /** The file that is here already. */
  readonly taken?: string;
  readonly onFile: (file: File) => void;
}

/** A place to drop a file on, which is also the button that asks for one. */
export function DropFile({ busy, taken, onFile }: Props) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file) onFile(file);
  };
  return (
    <label
      className={['drop', over && 'over', taken && 'small'].filter(Boolean).join(' ')}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        type="file"
        className="hidden-text"
        accept=".csv,.tsv,.json,.jsonl,.ndjson,.txt"
        disabled={busy}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file) onFile(file);
        }}
      />
      <span>{busy ? 'Sending the file …' : asks(taken)}</span>
    </label>
  );
}

const asks = (taken: string | undefined): string =>
  taken
    ? `${taken} is here. Drop another file, or click to choose one`
    : 'Drop a CSV, JSON or JSON Lines file here, or click to choose one';
