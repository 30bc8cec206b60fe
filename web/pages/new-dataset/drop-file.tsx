import { type DragEvent, useState } from 'react';
import './drop-file.css';

interface Props {
  readonly busy: boolean;
  readonly onFile: (file: File) => void;
}

/** A place to drop a file on, which is also the button that asks for one. */
export function DropFile({ busy, onFile }: Props) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file) onFile(file);
  };
  return (
    <label
      className={over ? 'drop over' : 'drop'}
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
      <span>{busy ? 'Sending the file …' : 'Drop a CSV, JSON or JSON Lines file here, or click to choose one'}</span>
    </label>
  );
}
