import { useMemo } from 'react';
import type { IndexRow } from '../../../contracts/api/rows.ts';
import type { RunDetail } from '../../../contracts/api/runs.ts';
import { count, milliseconds, usd } from '../../../core/format.ts';
import { isObject, parseJson } from '../../../core/json.ts';
import { isActive, useManyRows } from '../../api/runs.ts';
import { Histogram } from '../../parts/histogram.tsx';

const FEWEST = 5;

/** Pictures that say more than their figures; folded, so that the rows stay near. */
export function Charts({ run }: { readonly run: RunDetail }) {
  const { data } = useManyRows(run.evaluationId, { filter: 'status:succeeded' }, isActive(run));
  const charts = useMemo(() => chartsOf(data?.rows ?? []), [data]);
  const rows = data?.rows.length ?? 0;
  if (charts.length === 0) return null;
  const some = (data?.matching ?? 0) > rows ? `, first ${count(rows)} rows` : '';
  return (
    <details>
      <summary>{`Charts: ${charts.map(({ name }) => name).join(', ')}`}</summary>
      <div className="charts">
        {charts.map(({ name, title, values, format }) => (
          <Histogram key={name} title={`${title}${some}`} values={values} format={format} />
        ))}
      </div>
    </details>
  );
}

interface Chart {
  readonly name: string;
  readonly title: string;
  readonly values: readonly number[];
  readonly format: (value: number) => string;
}

const share = (value: number): string => String(Math.round(value * 100) / 100);

function chartsOf(rows: readonly IndexRow[]): Chart[] {
  const scores = new Map<string, number[]>();
  for (const row of rows) {
    for (const [name, score] of Object.entries(scoresOf(row))) {
      if (isObject(score) && typeof score.score === 'number') {
        scores.set(name, [...(scores.get(name) ?? []), score.score]);
      }
    }
  }
  const numbers = (values: readonly (number | null)[]) => values.filter((value) => value !== null);
  return [
    {
      name: 'time',
      title: 'Rows by time of their answer',
      values: numbers(rows.map(({ latencyMs }) => latencyMs)),
      format: milliseconds,
    },
    {
      name: 'cost',
      title: 'Rows by what they cost',
      values: numbers(rows.map(({ costUsd }) => costUsd)),
      format: usd,
    },
    ...[...scores].map(([name, values]) => ({ name, title: `Rows by their score of ${name}`, values, format: share })),
  ].filter(({ values }) => values.length >= FEWEST);
}

function scoresOf({ scores }: IndexRow): Readonly<Record<string, unknown>> {
  const parsed = scores === null ? undefined : parseJson(scores);
  return isObject(parsed) ? parsed : {};
}
