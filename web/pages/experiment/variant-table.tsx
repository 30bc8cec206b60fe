import { Link } from 'wouter';
import type { ExperimentComparison } from '../../../contracts/api/experiments.ts';
import { count, milliseconds, percent, usd } from '../../../core/format.ts';
import { type Scales, scoreText } from '../../../core/scoring/own-scale.ts';
import { between } from '../../parts/between.ts';
import { Scrolled } from '../../parts/scrolled.tsx';

/** Each variant's figures, side by side. */
export function VariantTable({ data, scales }: { readonly data: ExperimentComparison; readonly scales: Scales }) {
  const evaluators = [...new Set(data.variants.flatMap(({ scores }) => Object.keys(scores)))];
  return (
    <Scrolled way="across" label="Figures of the variants">
      <table>
        <thead>
          <tr>
            <th scope="col">Variant</th>
            <Head>Passed</Head>
            {evaluators.map((name) => (
              <Head key={name}>{name}</Head>
            ))}
            <Head>Errors</Head>
            <Head>p50</Head>
            <Head>p95</Head>
            <Head>Cost</Head>
          </tr>
        </thead>
        <tbody>
          {data.variants.map((variant) => (
            <tr key={variant.name}>
              <td>
                <Link href={`/runs/${encodeURIComponent(variant.evaluationId)}`}>{variant.name}</Link>
                {variant.name === data.baseline && <span className="muted tiny"> baseline</span>}
              </td>
              <td className="number">
                {percent(variant.passRate)} {variant.passRateInterval && `(${between(variant.passRateInterval)})`}
              </td>
              {evaluators.map((name) => (
                <td key={name} className="number">
                  {variant.scores[name] ? scoreText(variant.scores[name].mean, scales[name]) : '–'}
                </td>
              ))}
              <td className="number">{count(variant.failed)}</td>
              <td className="number">{milliseconds(variant.latencyMs.p50)}</td>
              <td className="number">{milliseconds(variant.latencyMs.p95)}</td>
              <td className="number">{usd(variant.costUsd)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  );
}

const Head = ({ children }: { readonly children: string }) => (
  <th scope="col" className="number">
    {children}
  </th>
);
