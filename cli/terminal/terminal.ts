import { type Paint, paintWith, wantsColour } from './colour.ts';
import { type Column, table } from './table.ts';

export interface Stream {
  /** `false` when what was written waits to be taken, as of any Node.js stream. */
  write(data: string | Uint8Array): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

export interface Streams {
  readonly stdout: Stream;
  readonly stderr: Stream;
  readonly env: NodeJS.ProcessEnv;
}

export interface Mode {
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** In a pipe lines may be as long as they like; at a terminal they fit. */
const PIPE_WIDTH = 200;

/** One that nobody has told its size says 0. */
const widthOf = ({ columns }: Stream): number => columns || 80;

/** stdout carries data: tables for people or, with `--json`, JSON. stderr carries what is said along the way. */
export class Terminal {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly width: number;
  /** Colours for stdout. */
  readonly paint: Paint;
  /** Colours for stderr. */
  readonly paintNote: Paint;
  readonly #streams: Streams;
  #live = false;

  constructor(streams: Streams, { json = false, quiet = false }: Mode = {}) {
    this.#streams = streams;
    this.json = json;
    this.quiet = quiet;
    this.width = streams.stdout.isTTY ? widthOf(streams.stdout) : PIPE_WIDTH;
    this.paint = paintWith(wantsColour(streams.stdout.isTTY === true, streams.env));
    this.paintNote = paintWith(wantsColour(streams.stderr.isTTY === true, streams.env));
  }

  /** One object, or one event of a stream: a line of JSON. Nothing without `--json`. */
  object(value: unknown): void {
    if (this.json) this.#streams.stdout.write(`${JSON.stringify(value)}\n`);
  }

  /** A line of a command's answer, for people. */
  line(text = ''): void {
    if (this.json) return;
    this.clearLive();
    this.#streams.stdout.write(`${text}\n`);
  }

  table<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): void {
    this.line(table(rows, columns, this));
  }

  /** Said along the way; silent with `--quiet`. */
  note(text = ''): void {
    if (this.quiet) return;
    this.clearLive();
    this.#streams.stderr.write(`${text}\n`);
  }

  /** Whether a bar can be drawn over and over on one line. */
  get canRedraw(): boolean {
    return this.#streams.stderr.isTTY === true && this.#streams.env.TERM !== 'dumb' && !this.quiet;
  }

  get noteWidth(): number {
    return widthOf(this.#streams.stderr);
  }

  /** Replaces the line drawn last. */
  live(text: string): void {
    this.#streams.stderr.write(`\r\u001b[2K${text}`);
    this.#live = true;
  }

  clearLive(): void {
    if (!this.#live) return;
    this.#streams.stderr.write('\r\u001b[2K');
    this.#live = false;
  }

  /** Ctrl-C is echoed where the cursor is: what follows begins on a line of its own. */
  leaveLine(): void {
    if (this.#streams.stderr.isTTY !== true) return;
    this.#streams.stderr.write('\n');
    this.#live = false;
  }

  /** A problem is said whatever the mode. */
  problem(message: string, hint?: string): void {
    this.clearLive();
    this.#streams.stderr.write(`${this.paintNote('red', 'Error:')} ${message}\n`);
    if (hint) this.#streams.stderr.write(`${this.paintNote('dim', hint)}\n`);
  }
}
