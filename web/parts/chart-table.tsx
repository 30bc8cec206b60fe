interface Props {
  readonly heads: readonly string[];
  readonly lines: readonly (readonly string[])[];
  readonly isNumber: (column: number) => boolean;
}

/** The numbers behind a chart. */
export function ChartTable({ heads, lines, isNumber }: Props) {
  const numbered = lines.map((cells, at) => ({ cells, at }));
  const classOf = (column: number) => (isNumber(column) ? 'number' : undefined);
  return (
    <details>
      <summary className="muted tiny">As a table</summary>
      <table>
        <thead>
          <tr>
            {heads.map((head, column) => (
              <th key={head} scope="col" className={classOf(column)}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {numbered.map(({ cells, at }) => (
            <tr key={at}>
              {cells.map((cell, column) => (
                <td key={heads[column]} className={classOf(column)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
