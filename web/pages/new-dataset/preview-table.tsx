import type { DatasetPreview } from '../../../contracts/api/datasets.ts';
import { asText } from '../../../core/json.ts';
import type { ReadOptions } from '../../api/datasets.ts';
import { Scrolled } from '../../parts/scrolled.tsx';
import { isLastInput, type Place, placeColumn, placesOf } from './place-columns.ts';

const PLACES: readonly (readonly [Place, string])[] = [
  ['input', 'sent to the target'],
  ['expected', 'the expected answer'],
  ['metadata', 'kept, not sent'],
];

interface Props {
  readonly preview: DatasetPreview;
  readonly options: ReadOptions;
  readonly onPlace: (options: ReadOptions) => void;
}

/** The first rows as they were read; above each column its type, and what it is for. */
export function PreviewTable({ preview: { columns, sample }, options, onPlace }: Props) {
  const places = placesOf(columns, options);
  const placeOf = (name: string) => places.find((column) => column.name === name)?.place;
  const numbered = sample.map((row, index) => ({ row, number: index + 1 }));
  return (
    <Scrolled way="across" className="preview" label="The first rows">
      <table>
        <thead>
          <tr>
            <th scope="col">#</th>
            {columns.map(({ name, type }) => (
              <th key={name} scope="col">
                <span className="preview-name">{name}</span> <span className="tiny">{type}</span>
                <select
                  aria-label={`${name} is`}
                  value={placeOf(name)}
                  disabled={isLastInput(places, name)}
                  onChange={(event) => onPlace(placeColumn(places, name, event.target.value as Place))}
                >
                  {PLACES.map(([value, text]) => (
                    <option key={value} value={value}>
                      {text}
                    </option>
                  ))}
                </select>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {numbered.map(({ row, number }) => (
            <tr key={number}>
              <td className="muted">{number}</td>
              {columns.map(({ name }) => (
                <td key={name} dir="auto">
                  {row[name] === undefined ? '' : asText(row[name]).slice(0, 200)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  );
}
