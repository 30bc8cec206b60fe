import type { AskedModel, ChangedRow, Comparison } from '../../contracts/comparison.ts';
import { evaluatorsOf } from '../../contracts/run-evaluators.ts';
import { compareVariants } from '../../core/experiments/compare-variants.ts';
import { answeredRows } from '../../core/sql/compared-rows.ts';
import { type Model, promptsOf } from '../../domain/models/model-schema.ts';
import { isOver, type RunRecord } from '../../domain/run-records/run-record.ts';
import { type QueryRow, runQuery } from '../athena/run-query.ts';
import type { Installation } from '../connect/installation.ts';
import { type FoundVariants, findVariants, type NamedRun, rowsOf } from './find-variants.ts';
import { readComparedRows } from './read-compared-rows.ts';

export interface CompareOptions {
  readonly baseline?: string;
  /** A column of the dataset: rows with the same value belong together. Default: `thread_id`, where there is one */
  readonly cluster?: string;
  /** Whose runs and experiments may be named. Default: any, by the ids as they are stored */
  readonly tenant?: string;
}

export interface RunComparison extends Comparison {
  /** With both answers, rows that got worse first. */
  readonly changed: readonly ChangedRow[];
  /** Of variants that are models. */
  readonly models?: readonly AskedModel[];
}

/** Changed rows that are given with both answers, for each variant. */
const MOST_CHANGED = 10;

/** Compares the runs of an experiment, or the runs named. */
export async function compareRuns(
  ids: readonly string[],
  { baseline, cluster = 'thread_id', tenant }: CompareOptions,
  installation: Installation,
): Promise<RunComparison> {
  const found = await findVariants(ids, baseline, { runs: installation.runs, tenant });
  const variants = await Promise.all(
    found.variants.map(async (run) => ({
      name: run.name,
      evaluationId: run.record.evaluation_id,
      datasetId: run.record.dataset_id,
      evaluators: evaluatorsOf(run.record),
      ...(!isOver(run.record.status) && { planned: plannedRows(run.record) }),
      rows: await readComparedRows(run, cluster, installation),
    })),
  );
  const comparison = compareVariants(variants, found.baseline);
  const models = found.variants.flatMap(askedBy);
  const changed = await changedRows(comparison, found, installation);
  return { ...comparison, changed, ...(models.length > 0 && { models }) };
}

function askedBy({ name, record }: NamedRun): AskedModel[] {
  const { model: given } = JSON.parse(record.config) as { model?: Model };
  if (!given) return [];
  const { provider, model, promptHash, parameters } = given;
  return [{ name, provider, model, promptHash, prompts: promptsOf(given), parameters }];
}

/** Where rows tell how often each is called, all calls: too many narrow the intervals late, and make none wrong. */
function plannedRows({ total, config }: RunRecord): number {
  const { executor } = JSON.parse(config) as { executor?: { repeats?: number | string } };
  return Math.max(1, total / (Number(executor?.repeats ?? 1) || 1));
}

async function changedRows(
  { differences, baseline }: Comparison,
  { variants }: FoundVariants,
  installation: Installation,
): Promise<ChangedRow[]> {
  const answersOf = (name: string, ids: readonly string[]) =>
    readAnswers(
      variants.find((variant) => variant.name === name),
      ids,
      installation,
    );
  const all = await Promise.all(
    differences.map(async ({ variant, worse, better }) => {
      const ids = [...worse, ...better].slice(0, MOST_CHANGED);
      const [before, after] = await Promise.all([answersOf(baseline, ids), answersOf(variant, ids)]);
      return ids.map((sampleId): ChangedRow => {
        const [was, is] = [before.get(sampleId), after.get(sampleId)];
        return {
          sampleId,
          rowIndex: Number(is?.row_index ?? 0),
          variant,
          change: worse.includes(sampleId) ? 'worse' : 'better',
          expected: is?.expected ?? null,
          baselineAnswer: was?.actual_output ?? was?.error_name ?? null,
          variantAnswer: is?.actual_output ?? is?.error_name ?? null,
        };
      });
    }),
  );
  return all.flat().toSorted((a, b) => Number(a.change === 'better') - Number(b.change === 'better'));
}

async function readAnswers(
  run: NamedRun | undefined,
  ids: readonly string[],
  { tables, queries }: Installation,
): Promise<Map<string, QueryRow>> {
  if (!run || ids.length === 0) return new Map();
  const found = await runQuery(answeredRows(tables, rowsOf(run), ids), queries);
  return new Map(found.map((row) => [row.sample_id ?? '', row]));
}
