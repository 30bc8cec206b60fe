import { type Paint, paintWith, wantsColour } from './colour.ts';
import { type Column, table } from './table.ts';

export interface Stream {
  /** `false` if the stream applies back pressure, as in Node.js. */
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

/** Lines fit the terminal, but are unlimited in a pipe. */
const PIPE_WIDTH = 200;

/** A terminal of unknown size reports 0. */
const widthOf = ({ columns }: Stream): number => columns || 80;

/** Writes data to stdout (tables, or JSON with `--json`) and messages to stderr. */
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

  /** Writes a line of JSON with `--json`. */
  object(value: unknown): void {
    if (this.json) this.#streams.stdout.write(`${JSON.stringify(value)}\n`);
  }

  /** Writes a line of output without `--json`. */
  line(text = ''): void {
    if (this.json) return;
    this.clearLive();
    this.#streams.stdout.write(`${text}\n`);
  }

  table<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): void {
    this.line(table(rows, columns, this));
  }

  /** Writes a message unless `--quiet` is set. */
  note(text = ''): void {
    if (this.quiet) return;
    this.clearLive();
    this.#streams.stderr.write(`${text}\n`);
  }

  /** Whether a line can be redrawn. */
  get canRedraw(): boolean {
    return this.#streams.stderr.isTTY === true && this.#streams.env.TERM !== 'dumb' && !this.quiet;
  }

  get noteWidth(): number {
    return widthOf(this.#streams.stderr);
  }

  /** Redraws the live line. */
  live(text: string): void {
    this.#streams.stderr.write(`\r\u001b[2K${text}`);
    this.#live = true;
  }

  clearLive(): void {
    if (!this.#live) return;
    this.#streams.stderr.write('\r\u001b[2K');
    this.#live = false;
  }

  /** Starts a new line after the echo of Ctrl-C. */
  leaveLine(): void {
    if (this.#streams.stderr.isTTY !== true) return;
    this.#streams.stderr.write('\n');
    this.#live = false;
  }

  /** Writes an error in every mode. */
  problem(message: string, hint?: string): void {
    this.clearLive();
    this.#streams.stderr.write(`${this.paintNote('red', 'Error:')} ${message}\n`);
    if (hint) this.#streams.stderr.write(`${this.paintNote('dim', hint)}\n`);
  }
}
