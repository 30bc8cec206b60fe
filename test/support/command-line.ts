import { main } from '../../cli/main.ts';

export interface Answer {
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
  /** The one object that `--json` prints. */
  readonly json: Record<string, unknown>;
  /** The events of a stream. */
  readonly events: Record<string, unknown>[];
}

/** Runs the command line in this process, with no terminal around it. */
export async function rollcall(...words: string[]): Promise<Answer> {
  let stdout = '';
  let stderr = '';
  const code = await main(words, {
    stdout: { write: (text: string) => (stdout += text) },
    stderr: { write: (text: string) => (stderr += text) },
    env: {},
  });
  const lines = () =>
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return {
    code,
    stdout,
    stderr,
    get json() {
      const [only, ...more] = lines();
      if (!only || more.length > 0) throw new Error(`Not one object: ${stdout}\n${stderr}`);
      return only;
    },
    get events() {
      return lines();
    },
  };
}
