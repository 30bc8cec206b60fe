import { resolve } from 'node:path';
import type { Command } from 'commander';
import { connectDatasets } from '../../client/connect/connect-datasets.ts';
import { previewDataset, showDataset } from '../../client/datasets/index.ts';
import { count, milliseconds, plural, usd } from '../../core/format.ts';
import { fromColumn } from '../../core/json.ts';
import { unitsNeeded, visibleDifference } from '../../core/statistics/power.ts';
import { estimateModel, type ModelEstimate } from '../../domain/models/estimate-cost.ts';
import { type CommandContext, defineAction, type Shell } from '../command.ts';
import { type ReadEvalFile, readEvalFile } from '../eval-file/read-eval-file.ts';
import { usageError } from '../exit-codes.ts';
import { whole } from '../option-values.ts';
import { checkPrompt } from '../runs/check-prompt.ts';
import { importOptions } from '../runs/prepare-run.ts';
import { variantFiles } from '../runs/variant-files.ts';

interface Options {
  readonly detect: number;
}

interface PlannedRun {
  readonly variant?: string;
  readonly calls: number;
  readonly tokens?: ModelEstimate;
  /** Null where it is not known. */
  readonly costUsd: number | null;
}

/** Rows whose prompts are filled in to see how long they are. */
const SAMPLED = 200;
/** A call is taken to last so long: nothing is called to find out. */
const CALL_MS = 2_000;
/** One row in five is taken to pass with one variant and fail with the other. */
const SPREAD = { deviation: Math.sqrt(0.2), isPlain: true };

/** Says what a run would call and cost, before anything is called. */
export function planCommand(program: Command, shell: Shell): void {
  const command = program
    .command('plan')
    .argument('<eval.yaml>')
    .option('--detect <points>', 'difference of pass rates that the rows should show, in points', whole(1, 100), 5);
  defineAction<Options>(command, shell, async (context, { detect }, path = '') => {
    const { terminal } = context;
    const file = readEvalFile(path);
    const dataset = await readRows(file, context);
    const rows = Math.min(dataset.rows, file.limit ?? dataset.rows);
    const files = file.variants ? variantFiles(file, file.name).files : [{ name: undefined, file }];
    const runs = files.map(({ name, file: own }) => planned(own, name, rows, dataset));
    const calls = runs.reduce((sum, run) => sum + run.calls, 0);
    const costUsd = runs.reduce<number | null>(
      (sum, run) => (sum === null || run.costUsd === null ? null : sum + run.costUsd),
      0,
    );
    const durationMs = durationOf(file, calls);
    const visible = visibleDifference(rows, SPREAD);
    const needed = unitsNeeded(detect / 100, SPREAD);
    terminal.object({ rows, calls, costUsd, durationMs, runs, detect: { points: detect, rowsNeeded: needed ?? null } });
    terminal.line(
      `${plural(rows, 'row')} · ${plural(calls, 'call')}${files.length > 1 ? ` · ${count(files.length)} variants` : ''}`,
    );
    for (const { variant, tokens, costUsd: cost } of runs) {
      const parts = [
        tokens && `about ${count(tokens.inputTokens)} tokens in, ${count(tokens.outputTokens)} out per call`,
        money(cost),
      ];
      terminal.line(`  ${[variant, ...parts].filter(Boolean).join(' · ')}`);
    }
    terminal.line(`  cost  ${money(costUsd)}`);
    terminal.line(`  time  about ${milliseconds(durationMs)}, at ${milliseconds(CALL_MS)} per call`);
    terminal.line(
      visible === undefined
        ? `  ${plural(rows, 'row')} cannot show a difference between two variants.`
        : `  With ${plural(rows, 'row')} you can detect differences of about ${(visible * 100).toFixed(1)} points. Detecting ${plural(detect, 'point')} takes about ${needed === undefined ? 'too many' : count(needed)} rows.`,
    );
    terminal.note(`Nothing was called. To try the first rows for real: rollcall estimate ${path}`);
  });
}

const money = (cost: number | null): string => (cost === null ? 'cost unknown' : `about ${usd(cost)}`);

interface Rows {
  readonly rows: number;
  /** Inputs of the first rows. */
  readonly inputs: readonly unknown[];
  readonly columns: Parameters<typeof checkPrompt>[1];
}

async function readRows({ dataset, folder }: ReadEvalFile, { connected }: CommandContext): Promise<Rows> {
  if (dataset.file) {
    const { rows, sample, columns } = await previewDataset(
      { path: resolve(folder, dataset.file) },
      importOptions(dataset),
      SAMPLED,
    );
    const isJson = (name: string) => dataset.types?.[name] === 'json';
    const sent = columns.filter(({ place }) => place === 'input').map(({ name }) => name);
    const inputOf = (row: Readonly<Record<string, unknown>>) =>
      Object.fromEntries(sent.map((name) => [name, isJson(name) ? fromColumn(String(row[name])) : row[name]]));
    return { rows, columns, inputs: sample.map(inputOf) };
  }
  return connected(async (connection) => {
    const shown = await showDataset(dataset.id ?? '', connectDatasets(connection), SAMPLED);
    const inputs = shown.sample.map(({ input }) => (typeof input === 'string' ? fromColumn(input) : input));
    return { rows: shown.rows, inputs, columns: shown.sourceFormat?.columns ?? [] };
  });
}

function planned(file: ReadEvalFile, variant: string | undefined, rows: number, { inputs, columns }: Rows): PlannedRun {
  const { repeats = 1, assumeCostPerRow } = file.executor ?? {};
  // A column may say how often; the fewest is once.
  const calls = rows * (typeof repeats === 'number' ? repeats : 1);
  const model = file.target?.model;
  checkPrompt(file, columns);
  const tokens = model && !file.mappings?.input ? tokensOf(() => estimateModel(model, inputs, file.prices)) : undefined;
  const each = assumeCostPerRow ?? tokens?.costUsd;
  return {
    ...(variant && { variant }),
    calls,
    ...(tokens && { tokens }),
    costUsd: each === undefined ? null : each * calls,
  };
}

function tokensOf(work: () => ModelEstimate): ModelEstimate {
  try {
    return work();
  } catch (error) {
    throw usageError((error as Error).message, 'The prompt is filled in from the first rows of the dataset.');
  }
}

function durationOf({ executor, target }: ReadEvalFile, calls: number): number {
  const { requestsPerMinute } = target?.rateLimit ?? {};
  const paced = requestsPerMinute ? (calls / requestsPerMinute) * 60_000 : 0;
  const { maxConcurrency = 1, delayMs = 0 } = executor ?? {};
  return Math.max(paced, calls * delayMs, Math.ceil(calls / maxConcurrency) * CALL_MS);
}
