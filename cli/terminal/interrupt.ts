import { createInterface } from 'node:readline/promises';
import type { Terminal } from './terminal.ts';

export interface InterruptOptions {
  readonly terminal: Terminal;
  /** Asked in a terminal. Without it, Ctrl-C takes effect immediately. */
  readonly question?: string;
  /** Receives the first letter of the answer, or an empty text if there was no question. */
  onAnswer(answer: string): Promise<void>;
  readonly input?: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output?: NodeJS.WritableStream;
}

export interface Interrupts {
  readonly asking: boolean;
  /** Withdraws an open question. */
  close(): void;
}

/** Catches Ctrl-C while a run is followed. A second Ctrl-C during the question ends the process. */
export function askOnInterrupt({ terminal, question, onAnswer, ...streams }: InterruptOptions): Interrupts {
  let asking = false;
  const over = new AbortController();
  const onSignal = () => {
    if (asking) process.exit(130);
    asking = true;
    terminal.leaveLine();
    ask(terminal, question, over.signal, streams)
      .then(onAnswer)
      .catch((error: Error) => {
        if (!over.signal.aborted) terminal.problem(error.message);
      })
      .finally(() => {
        asking = false;
      });
  };
  process.on('SIGINT', onSignal);
  return {
    get asking() {
      return asking;
    },
    close: () => {
      process.off('SIGINT', onSignal);
      over.abort();
    },
  };
}

/** Aborts the work on Ctrl-C with `reason`. A second Ctrl-C ends the process. */
export async function abortOnInterrupt<T>(reason: Error, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const onSignal = () => (controller.signal.aborted ? process.exit(130) : controller.abort(reason));
  process.on('SIGINT', onSignal);
  try {
    return await work(controller.signal);
  } finally {
    process.off('SIGINT', onSignal);
  }
}

async function ask(
  terminal: Terminal,
  question: string | undefined,
  signal: AbortSignal,
  { input = process.stdin, output = process.stderr }: Pick<InterruptOptions, 'input' | 'output'>,
): Promise<string> {
  if (!question || !input.isTTY || !terminal.canRedraw) return '';
  terminal.clearLive();
  const lines = createInterface({ input, output });
  try {
    lines.on('SIGINT', () => process.exit(130));
    // Moves to a new line after a withdrawn question.
    return (await lines.question(question, { signal })).trim().slice(0, 1).toLowerCase() || 'k';
  } finally {
    lines.close();
  }
}

/** Asks for a yes or no. Without a terminal the answer is no. */
export async function confirm(
  question: string,
  input: NodeJS.ReadableStream & { readonly isTTY?: boolean } = process.stdin,
  output: NodeJS.WritableStream = process.stderr,
): Promise<boolean> {
  if (!input.isTTY) return false;
  const lines = createInterface({ input, output });
  try {
    return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `)).trim());
  } finally {
    lines.close();
  }
}
