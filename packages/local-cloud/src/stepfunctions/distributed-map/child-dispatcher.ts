import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { StatesError } from '../engine/states-error.ts';
import { ChildInputs } from './child-inputs.ts';
import { ChildResults, transformed } from './child-results.ts';
import { batched, type PlannedChild, unbatched } from './item-batcher.ts';
import { readItems } from './item-reader/read-items.ts';
import type { MapRun } from './map-run.ts';
import type { MapSettings } from './map-settings.ts';
import type { Child, ChildResult, MapVisit } from './map-visit.ts';
import { writeResults } from './result-writer.ts';

/** A child of an earlier attempt that a redrive runs again. */
interface Redrivable {
  readonly index: number;
  readonly name: string;
  readonly items: number;
}

/**
 * Reads a Map Run's items, starts a child for each batch as soon as fewer than MaxConcurrency run, and gathers what
 * they give. Only the running children are in memory.
 */
export class ChildDispatcher {
  readonly #visit: MapVisit;
  readonly #mapRun: MapRun;
  readonly #settings: MapSettings;
  readonly #inputsPath: string;
  readonly #running = new Map<Child, Promise<void>>();
  readonly #results = new ChildResults();
  #nextIndex = 0;
  #failure: unknown;
  #wake: (() => void) | undefined;

  constructor(visit: MapVisit, mapRun: MapRun, settings: MapSettings, inputsPath: string) {
    this.#visit = visit;
    this.#mapRun = mapRun;
    this.#settings = settings;
    this.#inputsPath = inputsPath;
  }

  async run(): Promise<unknown> {
    const { signal } = this.#visit;
    const onAbort = () => this.#fail(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    this.#mapRun.onUpdate = () => this.#check();
    try {
      await this.#redriveKnownChildren();
      await this.#dispatch();
    } catch (error) {
      this.#fail(error);
    }
    await this.#untilAllEnded();
    signal.removeEventListener('abort', onAbort);
    return this.#finish();
  }

  /** Reads the items into the file of inputs, and starts children from it at the same time. */
  async #dispatch(): Promise<void> {
    const { record } = this.#mapRun;
    const alreadyStarted = this.#nextIndex;
    const complete = record.allRead && existsSync(this.#inputsPath);
    const inputs = new ChildInputs(this.#inputsPath, complete ? 'existing' : 'new');
    record.allRead = complete;
    if (complete) await this.#countInputs(alreadyStarted);
    const reading = complete ? undefined : this.#read(inputs, alreadyStarted);
    try {
      let index = 0;
      for await (const { items, input } of inputs.read()) {
        index += 1;
        if (index <= alreadyStarted) continue;
        await this.#untilFree();
        if (this.#failure) break;
        this.#start(input, items);
      }
    } catch (error) {
      this.#fail(error);
    }
    await reading;
    inputs.close();
  }

  async #read(inputs: ChildInputs, alreadyStarted: number): Promise<void> {
    try {
      let index = 0;
      for await (const child of this.#plannedChildren()) {
        if (this.#failure) break;
        inputs.append(child);
        index += 1;
        if (index > alreadyStarted) this.#mapRun.planned(child.items);
      }
      if (!this.#failure) this.#mapRun.record.allRead = true;
      this.#check();
    } catch (error) {
      this.#fail(error);
    } finally {
      inputs.finish();
    }
  }

  /** A redrive whose inputs are all on disk already only needs to know how many wait there. */
  async #countInputs(alreadyStarted: number): Promise<void> {
    const inputs = new ChildInputs(this.#inputsPath, 'existing');
    try {
      let index = 0;
      for await (const { items } of inputs.read()) {
        index += 1;
        if (index > alreadyStarted) this.#mapRun.planned(items);
      }
    } finally {
      inputs.close();
    }
  }

  #plannedChildren(): AsyncGenerator<PlannedChild> {
    const { batcher } = this.#settings;
    const items = this.#selectedItems();
    return batcher ? batched(items, batcher.limits, batcher.batchInput) : unbatched(items, this.#visit.stateName);
  }

  async *#selectedItems(): AsyncGenerator<unknown> {
    const { ItemSelector } = this.#visit.state;
    const { reader, items = [] } = this.#settings;
    let Index = 0;
    for await (const Value of reader ? readItems(this.#visit, reader) : items) {
      if (ItemSelector === undefined) yield Value;
      else yield await this.#visit.evaluate(ItemSelector, 'ItemSelector', { Index, Value });
      Index += 1;
    }
  }

  #start(input: unknown, items: number): void {
    const { mapRunArn, label } = this.#mapRun.record;
    this.#mapRun.started(items);
    const child = this.#visit.startChild({ mapRunArn, label, name: randomUUID(), input, itemCount: items });
    this.#follow(child, this.#nextIndex, items);
    this.#nextIndex += 1;
  }

  #follow(child: Child, index: number, items: number): void {
    const ended = child.done.then((result) => {
      this.#running.delete(child);
      this.#mapRun.ended(items, result.status);
      this.#keep(index, result);
      this.#check();
    });
    this.#running.set(child, ended);
  }

  #keep(index: number, result: ChildResult): void {
    const { destination, transformation } = this.#settings.writer;
    if (destination) return;
    const stateMachineArn = `${this.#visit.execution.stateMachineArn}/${this.#mapRun.record.label}`;
    this.#results.set(index, transformed({ ...result, executionArn: result.arn, stateMachineArn }, transformation));
  }

  /** Counts what an earlier attempt started; what did not succeed is run again before anything new is. */
  async #redriveKnownChildren(): Promise<void> {
    const { redrive } = this.#visit;
    if (!redrive) return;
    const again: Redrivable[] = [];
    for await (const { arn, name, status, itemCount: items = 1 } of this.#visit.children(redrive.mapRunArn)) {
      const index = this.#nextIndex;
      this.#nextIndex += 1;
      this.#mapRun.known(items, status === 'SUCCEEDED');
      if (status !== 'SUCCEEDED') again.push({ index, name, items });
      else if (!this.#settings.writer.destination) {
        this.#results.set(
          index,
          transformed(await this.#visit.describeChild(arn), this.#settings.writer.transformation),
        );
      }
    }
    for (const { index, name, items } of again) {
      await this.#untilFree();
      if (this.#failure) return;
      const child = await this.#visit.redriveChild({ mapRunArn: redrive.mapRunArn, name });
      if (!child) throw new StatesError('States.Runtime', `The record of child execution ${name} is gone.`);
      this.#mapRun.redriven(items);
      this.#follow(child, index, items);
    }
  }

  /** All children have ended: the state's result, or its failure. */
  async #finish(): Promise<unknown> {
    const { writer } = this.#settings;
    const tooMany = this.#failure === TOO_MANY_FAILURES;
    if (this.#failure && !tooMany) throw this.#failure;
    if (!writer.destination) {
      if (tooMany) throw TOO_MANY_FAILURES;
      return this.#results.output(this.#visit.stateName, writer.outputType);
    }
    const inputs = new ChildInputs(this.#inputsPath, 'existing');
    try {
      const result = await writeResults(this.#visit, this.#mapRun, writer, skipped(inputs.read(), this.#nextIndex));
      if (tooMany) throw TOO_MANY_FAILURES;
      return result;
    } finally {
      inputs.close();
    }
  }

  #check(): void {
    if (!this.#failure && this.#mapRun.tooManyFailures) this.#fail(TOO_MANY_FAILURES);
    this.#wakeUp();
  }

  /** Nothing more is started, and what runs is stopped. */
  #fail(error: unknown): void {
    this.#failure ??= error ?? new Error('stopped');
    for (const child of this.#running.keys()) child.stop();
    this.#wakeUp();
  }

  async #untilFree(): Promise<void> {
    while (!this.#failure && this.#running.size >= this.#mapRun.mostChildren) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async #untilAllEnded(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values());
  }

  #wakeUp(): void {
    const wake = this.#wake;
    this.#wake = undefined;
    wake?.();
  }
}

const TOO_MANY_FAILURES = new StatesError(
  'States.ExceedToleratedFailureThreshold',
  'The specified tolerated failure threshold was exceeded',
);

async function* skipped<Item>(items: AsyncIterable<Item>, count: number): AsyncGenerator<Item> {
  let index = 0;
  for await (const item of items) {
    index += 1;
    if (index > count) yield item;
  }
}
