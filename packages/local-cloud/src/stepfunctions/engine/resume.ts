import type { Data } from './data.ts';

/** Where one thread had come to when its execution ended without success. */
export interface ResumePoint {
  readonly state: string;
  readonly input: Data;
  /** The event at which the state was entered; it is not entered again. Absent when it was still to come. */
  readonly enteredId?: number;
}

interface ResumedThread {
  /** Absent when the thread had ended, or had not begun. */
  readonly at?: ResumePoint;
  readonly variables: Readonly<Record<string, Data>>;
  /** What the thread gave, when it had ended. */
  readonly output?: Data;
}

/** What a redrive needs to know, read from the execution's history. */
export interface Resume {
  /** By scope path; '' is the execution itself. */
  readonly threads: ReadonlyMap<string, ResumedThread>;
  /** The Map Run each distributed Map state had started, by the event that entered the state. */
  readonly mapRuns: ReadonlyMap<number, string>;
  readonly lastEventId: number;
}

/** An event as it is stored: AWS's shape, and the scope it belongs to. */
export interface StoredEvent {
  readonly id: number;
  readonly previousEventId: number;
  readonly timestamp: number;
  readonly type: string;
  readonly scope?: string;
  /** On leaving a state that is not its thread's last. */
  readonly next?: string;
  readonly stateEnteredEventDetails?: { readonly name: string; readonly input: string };
  readonly stateExitedEventDetails?: {
    readonly name: string;
    readonly output: string;
    readonly assignedVariables?: Readonly<Record<string, string>>;
  };
  readonly mapRunStartedEventDetails?: { readonly mapRunArn: string };
}

interface Following {
  at?: { readonly state: string; readonly input: string; readonly enteredId?: number };
  output?: string;
  readonly variables: Record<string, Data>;
}

/** Follows each thread of an execution through its history. */
export async function readResume(events: AsyncIterable<StoredEvent>): Promise<Resume> {
  const threads = new Map<string, Following>();
  const mapRuns = new Map<number, string>();
  let lastEventId = 0;
  for await (const event of events) {
    lastEventId = event.id;
    const path = event.scope ?? '';
    const thread = threads.get(path) ?? { variables: {} };
    threads.set(path, thread);
    const { stateEnteredEventDetails: entered, stateExitedEventDetails: exited } = event;
    if (entered) {
      thread.at = { state: entered.name, input: entered.input, enteredId: event.id };
    } else if (exited) {
      thread.at = event.next === undefined ? undefined : { state: event.next, input: exited.output };
      thread.output = event.next === undefined ? exited.output : undefined;
      for (const [name, json] of Object.entries(exited.assignedVariables ?? {})) thread.variables[name] = parsed(json);
    } else if (event.mapRunStartedEventDetails && thread.at?.enteredId !== undefined) {
      mapRuns.set(thread.at.enteredId, event.mapRunStartedEventDetails.mapRunArn);
    } else if (event.type === 'ParallelStateStarted' || event.type === 'MapStateStarted') {
      // A new attempt of the state runs all its threads again.
      const inner = `${path && `${path}/`}${thread.at?.enteredId}.`;
      for (const other of threads.keys()) if (other.startsWith(inner)) threads.delete(other);
    }
  }
  return { threads: new Map([...threads].map(([path, thread]) => [path, resumed(thread)])), mapRuns, lastEventId };
}

const parsed = (json: string): Data => ({ value: JSON.parse(json), json });

function resumed({ at, output, variables }: Following): ResumedThread {
  return {
    at: at && { ...at, input: parsed(at.input) },
    variables,
    output: output === undefined ? undefined : parsed(output),
  };
}
