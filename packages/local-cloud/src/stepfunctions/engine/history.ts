import { StatesError } from './states-error.ts';

/** Where an execution's events go: one JSON text an event. */
export interface HistorySink {
  append(line: string): void;
}

const EVENT_LIMIT = 25_000;
const ENDS = new Set(['ExecutionSucceeded', 'ExecutionFailed', 'ExecutionAborted', 'ExecutionTimedOut']);

/** Kept beside an event for a redrive, and not shown: its branch or iteration, and the state that comes next. */
export interface Whereabouts {
  readonly scope?: string;
  readonly next?: string;
}

/** Numbers an execution's events and writes them down. */
export class History {
  readonly #sink: HistorySink;
  #lastId: number;

  constructor(sink: HistorySink, lastId = 0) {
    this.#sink = sink;
    this.#lastId = lastId;
  }

  get lastId(): number {
    return this.#lastId;
  }

  write(type: string, previousEventId: number, details?: Record<string, unknown>, where?: Whereabouts): number {
    if (this.#lastId + 1 >= EVENT_LIMIT && !ENDS.has(type)) {
      throw new StatesError(
        'States.Runtime',
        `The execution reached the maximum number of history events (${EVENT_LIMIT}).`,
      );
    }
    this.#lastId += 1;
    const event: Record<string, unknown> = { id: this.#lastId, previousEventId, timestamp: Date.now(), type, ...where };
    if (details) event[detailsField(type)] = details;
    this.#sink.append(JSON.stringify(event));
    return this.#lastId;
  }
}

const fields = new Map<string, string>();

/** `TaskScheduled` → `taskScheduledEventDetails`; all states share two for entering and leaving. */
function detailsField(type: string): string {
  let field = fields.get(type);
  if (field === undefined) {
    if (type.endsWith('StateEntered')) field = 'stateEnteredEventDetails';
    else if (type.endsWith('StateExited')) field = 'stateExitedEventDetails';
    else field = `${type.charAt(0).toLowerCase()}${type.slice(1)}EventDetails`;
    fields.set(type, field);
  }
  return field;
}
