import { main } from '../../cli/main.ts';

export interface Answer {
  readonly code: number | undefined;
  readonly stdout: string;
  /** The same, byte for byte. */
  readonly bytes: Buffer;
  readonly stderr: string;
  /** The one object that `--json` prints. */
  readonly json: Record<string, unknown>;
  /** The events of a stream. */
  readonly events: Record<string, unknown>[];
}

/** Runs the command line in this process, with no terminal around it. */
export async function rollcall(...words: string[]): Promise<Answer> {
  const written: Uint8Array[] = [];
  let stderr = '';
  const code = await main(words, {
    stdout: { write: (data) => written.push(Buffer.from(data as string)) },
    stderr: { write: (data) => (stderr += data) },
    env: {},
  });
  const bytes = Buffer.concat(written);
  const stdout = bytes.toString('utf8');
  const lines = () =>
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return {
    code,
    stdout,
    bytes,
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
