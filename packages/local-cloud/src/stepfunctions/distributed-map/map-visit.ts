import type { CloudContext } from '../../cloud-context.ts';
import type { Caller } from '../../service.ts';
import type { MapState } from '../definition/definition.ts';
import type { StatesError } from '../engine/states-error.ts';
import type { FieldValue } from '../query-language/query-language.ts';
import type { DescribedChild } from './child-results.ts';

/**
 * A visit to a Map state whose ProcessorConfig.Mode is DISTRIBUTED: what this folder asks of the engine.
 *
 * `runDistributedMap` evaluates the state's fields with `visit.evaluate`, emits MapStateStarted (`{ length: 0 }`),
 * MapRunStarted or MapRunRedriven, starts children with `visit.startChild`, emits MapRunSucceeded, MapRunFailed or
 * MapRunAborted, and gives the state's result or throws a StatesError. Retry, Catch, Output, Assign, MapStateEntered,
 * MapStateSucceeded, MapStateFailed and MapStateExited are the engine's. `visit.signal` is aborted when the parent is
 * stopped or times out; children are then to be stopped with `child.stop`.
 *
 * `MapRunStore` keeps the records of Map Runs and answers DescribeMapRun, ListMapRuns and UpdateMapRun. The engine keeps
 * each child's execution record, history and the list of a Map Run's children (ListExecutions with mapRunArn).
 */
export interface MapVisit {
  readonly context: CloudContext;
  readonly stateName: string;
  /** The state as written in the definition; its fields are not evaluated yet. */
  readonly state: MapState;
  readonly execution: {
    readonly arn: string;
    readonly name: string;
    readonly stateMachineArn: string;
    readonly stateMachineName: string;
    readonly roleArn: string;
  };
  /** The state machine's role. */
  readonly caller: Caller;
  readonly signal: AbortSignal;
  /**
   * Evaluates the expressions in one field. `location` is the field's name in errors (`ItemReader/Arguments`,
   * `ItemSelector`). `item` makes `$states.context.Map.Item` known. Throws a StatesError, with EvaluationFailed emitted.
   */
  evaluate(
    value: unknown,
    location: string,
    item?: { readonly Index: number; readonly Value: unknown },
  ): Promise<unknown>;
  /** The items of a state without ItemReader. */
  items(): Promise<readonly unknown[]>;
  /** A field of the state, or of an object in it, see QueryLanguage.field. */
  field(holder: object, name: string, location?: string): Promise<FieldValue | undefined>;
  /** A failure of the state, as AWS words it. */
  failure(error: string, message: string): StatesError;
  /** Writes an event into the parent's history: `emit('MapRunStarted', { mapRunArn })`. Gives its id. */
  emit(type: string, details?: Record<string, unknown>): number;
  /**
   * Starts a child workflow execution. `done` always resolves, never rejects. `label` is the Map's Label (or the generated one)
   * in the ARNs: `arn:aws:states:…:execution:MACHINE/LABEL:NAME`.
   */
  startChild(child: ChildRequest): Child;
  /** Runs a child that did not succeed again, from where it failed. Undefined when its record is gone. */
  redriveChild(child: { readonly mapRunArn: string; readonly name: string }): Promise<Child | undefined>;
  /** The children a Map Run has had so far, in the order they were started. Read from disk, a line at a time. */
  children(mapRunArn: string): AsyncIterable<ChildSummary>;
  /** As DescribeExecution gives it. A Map looks at its own children, which takes nothing from that operation's quota. */
  describeChild(executionArn: string): Promise<DescribedChild>;
  /** Set when the parent was redriven and this state had started a Map Run that did not succeed. */
  readonly redrive?: { readonly mapRunArn: string };
}

export interface ChildRequest {
  readonly mapRunArn: string;
  readonly label: string;
  readonly name: string;
  readonly input: unknown;
  /** Number of items in the child's batch, for the counts of the Map Run. */
  readonly itemCount?: number;
}

export interface Child {
  readonly arn: string;
  readonly done: Promise<ChildResult>;
  stop(error?: string, cause?: string): void;
}

export interface ChildResult {
  readonly arn: string;
  readonly name: string;
  readonly status: 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED';
  /** JSON text. */
  readonly input: string;
  /** JSON text, when SUCCEEDED. */
  readonly output?: string;
  readonly error?: string;
  readonly cause?: string;
  readonly startDate: Date;
  readonly stopDate: Date;
  readonly redriveCount: number;
}

export interface ChildSummary {
  readonly arn: string;
  readonly name: string;
  readonly status: 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED';
  readonly itemCount?: number;
}
