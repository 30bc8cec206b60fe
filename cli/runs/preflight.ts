import { readResults } from '../../client/runs/read-results.ts';
import { newEvaluationId, startRun } from '../../client/runs/start-run.ts';
import { plural } from '../../core/format.ts';
import { sentRequest } from '../../core/sent-request.ts';
import type { Connection } from '../connect/connect.ts';
import type { ReadEvalFile } from '../eval-file/read-eval-file.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { printRow } from '../reports/print-row.ts';
import { rowObject } from '../reports/row-object.ts';
import { confirm } from '../terminal/interrupt.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { followRun } from './follow-run.ts';
import type { PreparedRun } from './prepare-run.ts';
import { configOfRecord, readRecord } from './read-record.ts';

/**
 * Runs the first rows, shows them, and asks whether to run the rest. With `yes`, continues unless a row failed. Returns an
 * exit code, or undefined to continue.
 */
export async function preflight(
  file: ReadEvalFile,
  { input, rows }: PreparedRun,
  { first, yes }: { readonly first: number; readonly yes?: boolean },
  connection: Connection,
  terminal: Terminal,
): Promise<ExitCode | undefined> {
  const limit = Math.min(first, rows);
  const run = await startRun(newEvaluationId(`${file.name}-first`), { ...input, limit }, connection);
  const { evaluationId } = run;
  const ended = await followRun(run, `${file.name}, first rows`, connection, terminal, { events: false });
  if (!ended?.summary) {
    if (ended) terminal.problem(`Could not run the first rows: ${ended.reason ?? ended.status}`);
    return EXIT.incomplete;
  }
  const config = configOfRecord(await readRecord(evaluationId, connection));
  const results = await readResults(evaluationId, { limit }, connection);
  terminal.object({ event: 'first', evaluationId, summary: ended.summary, rows: results.map(rowObject) });
  for (const row of results) {
    printRow(terminal, row, sentRequest(config, row), results);
    terminal.line();
  }
  const { failed } = ended.summary;
  const goesOn = yes ? failed === 0 : !terminal.json && (await confirm(`Run all ${plural(rows, 'row')}?`));
  if (goesOn) return undefined;
  if (failed === 0) {
    terminal.note('The other rows were not run. Add --yes to run them without asking.');
    return EXIT.ok;
  }
  terminal.problem(`${failed} of the first ${plural(limit, 'row')} ended in an error, so the others were not run.`);
  return EXIT.incomplete;
}
