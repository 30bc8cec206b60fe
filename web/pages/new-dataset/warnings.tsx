import type { DatasetPreview } from '../../../contracts/api/datasets.ts';
import { answerColumns, answerWarnings } from '../../../core/dataset/answer-columns.ts';
import type { ReadOptions } from '../../api/datasets.ts';
import { Note } from '../../parts/note.tsx';
import { placeColumn, placesOf } from './place-columns.ts';

interface Props {
  readonly preview: DatasetPreview;
  readonly options: ReadOptions;
  readonly onOptions: (options: ReadOptions) => void;
}

/** What is odd about the file. A column that looks like the right answer is made the expected one by a click. */
export function Warnings({ preview: { columns, warnings }, options, onOptions }: Props) {
  const places = placesOf(columns, options);
  const others = warnings.filter((warning) => !answerWarnings(columns).includes(warning));
  return (
    <>
      {answerColumns(places).map((name) => (
        <Note key={name}>
          Column “{name}” looks like the right answer, and would be sent to the target.
          <button type="button" onClick={() => onOptions({ ...options, ...placeColumn(places, name, 'expected') })}>
            Compare answers with it
          </button>
        </Note>
      ))}
      {others.map((warning) => (
        <Note key={warning}>{warning}</Note>
      ))}
    </>
  );
}
