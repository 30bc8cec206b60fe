import { plural } from '../../../core/format.ts';
import { Field } from '../../parts/field.tsx';
import type { ReadItems } from './read-items.ts';

interface Props {
  readonly text: string;
  readonly read: ReadItems;
  readonly onText: (text: string) => void;
  readonly example: unknown;
}

/** The items: typed, pasted, dropped as a file, or of a file that is chosen. */
export function ItemsField({ text, read, onText, example }: Props) {
  const take = async (file: File | undefined) => file && onText(await file.text());
  return (
    <div className="stack tight">
      <Field
        label="Items: a JSON array, or CSV with a header"
        problem={read.problem}
        hint={read.items ? `${plural(read.items.length, 'item')} read` : 'Paste them, or drop a file here.'}
      >
        {(attributes) => (
          <textarea
            {...attributes}
            rows={10}
            spellCheck={false}
            placeholder={`[\n  ${JSON.stringify(example)}\n]`}
            value={text}
            onChange={(event) => onText(event.target.value)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              const [file] = event.dataTransfer.files;
              if (!file) return;
              event.preventDefault();
              take(file);
            }}
          />
        )}
      </Field>
      <div>
        <label className="button">
          Choose a file
          <input
            type="file"
            className="hidden-text"
            accept=".csv,.tsv,.json,.txt"
            onChange={(event) => take(event.target.files?.[0])}
          />
        </label>
      </div>
    </div>
  );
}
