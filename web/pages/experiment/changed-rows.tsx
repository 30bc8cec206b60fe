import { Link } from 'wouter';
import type { ExperimentComparison } from '../../../contracts/api/experiments.ts';
import { rowNumber } from '../../../core/row-number.ts';
import { ScrollX } from '../../parts/scroll-x.tsx';

/** Rows that one variant got right and the other did not, the worst first, with both answers. */
export function ChangedRows({ data }: { readonly data: ExperimentComparison }) {
  if (data.changed.length === 0) return null;
  const runOf = (name: string) => data.variants.find((variant) => variant.name === name)?.evaluationId ?? '';
  return (
    <ScrollX label="Rows that changed">
      <h2>Rows that changed, what got worse first</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">Change</th>
            <th scope="col">Expected</th>
            <th scope="col">{data.baseline}</th>
            <th scope="col">Variant</th>
          </tr>
        </thead>
        <tbody>
          {data.changed.map(({ sampleId, rowIndex, variant, change, expected, baselineAnswer, variantAnswer }) => (
            <tr key={`${variant} ${sampleId}`}>
              <td>
                <Link href={`/runs/${encodeURIComponent(runOf(variant))}?row=${rowIndex}`}>{rowNumber(rowIndex)}</Link>
              </td>
              <td>got {change}</td>
              <td dir="auto">{short(expected)}</td>
              <td dir="auto">{short(baselineAnswer)}</td>
              <td dir="auto">
                <span className="muted tiny">{variant}</span> {short(variantAnswer)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollX>
  );
}

const short = (text: string | null): string => (text === null ? '' : text.slice(0, 200));
