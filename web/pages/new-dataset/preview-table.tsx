import { asText } from '../../../core/json.ts';
import type { Preview } from '../../api/datasets.ts';

/** The first rows as they were read, each column with its type and its place. */
export function PreviewTable({ preview }: { readonly preview: Preview }) {
  const { columns, sample } = preview;
  const numbered = sample.map((row, index) => ({ row, key: index }));
  return (
    <section className="scroll-x" aria-label="The first rows">
      <table>
        <thead>
          <tr>
            {columns.map(({ name, type, place }) => (
              <th key={name} scope="col">
                {name}{' '}
                <span className="tiny">
                  {type}
                  {place !== 'input' && ` · ${place}`}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {numbered.map(({ row, key }) => (
            <tr key={key}>
              {columns.map(({ name }) => (
                <td key={name} dir="auto">
                  {row[name] === undefined ? '' : asText(row[name]).slice(0, 200)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
