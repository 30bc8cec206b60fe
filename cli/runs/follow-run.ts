import { control } from '../../client/runs/control.ts';
import type { StartedRun } from '../../client/runs/start-run.ts';
import { type EndedRun, watchRun } from '../../client/runs/watch-run.ts';
import type { Connection } from '../connect/connect.ts';
import { askOnInterrupt } from '../terminal/interrupt.ts';
import { progressReporter } from '../terminal/progress-bar.ts';
import type { Terminal } from '../terminal/terminal.ts';

/**
 * Shows a run until it ends. Ctrl-C stops following it, after a question if the run would end with a local cloud that
 * this command started. Returns undefined if the run has not ended.
 *
 * @param options.events whether `--json` prints progress
 */
export async function followRun(
  run: StartedRun,
  label: string,
  connection: Connection,
  terminal: Terminal,
  { events = true }: { readonly events?: boolean } = {},
): Promise<EndedRun | undefined> {
  const { evaluationId } = run;
  const leaving = new AbortController();
  const bar = progressReporter(terminal, label);
  const interrupts = askOnInterrupt({
    terminal,
    question: connection.asksOnInterrupt ? question(connection) : undefined,
    async onAnswer(answer) {
      if (answer === 'c') {
        await control({ action: 'cancel', evaluationId, now: true, reason: 'Cancelled by Ctrl-C.' }, connection);
        terminal.note('Cancelling. Rows in flight finish, running agents are stopped, and all other rows are skipped.');
      } else if (answer !== 'k') leaving.abort();
    },
  });
  let last = '';
  try {
    const ended = await watchRun(
      run,
      connection,
      (answer) => {
        if (!interrupts.asking) bar.update(answer);
        const { status, reason, progress } = answer;
        const event = { event: 'progress', evaluationId, status, ...(reason && { reason }), progress };
        const { rowsPerSecond: _rate, etaSeconds: _eta, ...counts } = progress;
        const changed = JSON.stringify([status, counts]);
        if (events && changed !== last) terminal.object(event);
        last = changed;
      },
      leaving.signal,
    );
    bar.end();
    if (!ended) sayHowToReturn(evaluationId, connection, terminal);
    return ended;
  } finally {
    bar.end();
    interrupts.close();
  }
}

const question = ({ endsWithCommand }: Connection): string =>
  endsWithCommand
    ? 'The run is in progress. [k]eep watching, [c]ancel it, or [s]top now and resume it later? '
    : 'The run is in progress. [k]eep watching, [c]ancel it, or [l]eave it running? ';

function sayHowToReturn(evaluationId: string, { endsWithCommand, flags }: Connection, terminal: Terminal): void {
  const command = (name: string) => `rollcall ${name} ${evaluationId} ${flags}`.trimEnd();
  terminal.object({ event: 'left', evaluationId, running: !endsWithCommand });
  if (endsWithCommand) {
    terminal.note(`Stopped with the local cloud. Finished rows are kept. Continue with: ${command('resume')}`);
  } else {
    terminal.note(`The run continues in the background. Follow it with: ${command('watch')}`);
    terminal.note(`Cancel it with: ${command('cancel')}`);
  }
}
