import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { AwsError } from '../../aws-error.ts';
import type { CloudContext } from '../../cloud-context.ts';
import { DurableMap } from '../../store/durable-map.ts';
import { MapRun, type MapRunRecord, type MapRunSettings, type MapRunStatus } from './map-run.ts';
import { noCounts } from './map-run-counts.ts';

/** How often the counts of a Map Run that goes on are put on disk. */
const SAVE_EVERY_MS = 1000;

interface NewMapRun extends MapRunSettings {
  readonly executionArn: string;
  readonly stateMachineArn: string;
  readonly label: string;
}

/** All Map Runs: those that go on, and the records of those that are over. */
export class MapRunStore {
  readonly #folder: string;
  readonly #active = new Map<string, MapRun>();
  #records: DurableMap<MapRunRecord> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(context: CloudContext) {
    this.#folder = join(context.dataDir, 'stepfunctions', 'map-runs');
  }

  /** A Map Run that was going on when the process died is over: its executions have been aborted. */
  async load(): Promise<void> {
    this.#records = new DurableMap(join(this.#folder, 'map-runs.jsonl'));
    for (const record of [...this.#records.values()]) {
      if (record.status !== 'RUNNING') continue;
      for (const counts of [record.itemCounts, record.executionCounts]) {
        counts.aborted += counts.running;
        counts.running = 0;
      }
      this.#stored.set(record.mapRunArn, { ...record, status: 'ABORTED', stopDate: Date.now() });
    }
  }

  start(run: NewMapRun): MapRun {
    const machine = run.stateMachineArn.replace(':stateMachine:', ':mapRun:');
    const mapRun = new MapRun({
      ...run,
      mapRunArn: `${machine}/${run.label}:${randomUUID()}`,
      startDate: Date.now(),
      status: 'RUNNING',
      itemCounts: noCounts(),
      executionCounts: noCounts(),
      redriveCount: 0,
      allRead: false,
    });
    this.#activate(mapRun);
    return mapRun;
  }

  /** The Map Run to be redriven; its settings are those it ended with. */
  redrive(mapRunArn: string): MapRun {
    const mapRun = new MapRun(structuredClone(this.#find(mapRunArn)));
    mapRun.prepareRedrive();
    this.#activate(mapRun);
    return mapRun;
  }

  end(mapRun: MapRun, status: Exclude<MapRunStatus, 'RUNNING'>): void {
    mapRun.end(status);
    this.#save(mapRun);
    this.#active.delete(mapRun.record.mapRunArn);
    if (this.#active.size === 0) clearInterval(this.#timer);
    // Only what did not succeed can be redriven.
    if (status === 'SUCCEEDED') rmSync(this.inputsPath(mapRun), { force: true });
  }

  /** Where the inputs of a Map Run's children wait for their turn. */
  inputsPath({ record }: MapRun): string {
    return join(this.#folder, `${record.mapRunArn.slice(record.mapRunArn.lastIndexOf(':') + 1)}.inputs.jsonl`);
  }

  async describe(mapRunArn: string): Promise<Record<string, unknown>> {
    const record = this.#find(mapRunArn);
    return {
      mapRunArn: record.mapRunArn,
      executionArn: record.executionArn,
      status: record.status,
      startDate: new Date(record.startDate),
      ...(record.stopDate === undefined ? {} : { stopDate: new Date(record.stopDate) }),
      maxConcurrency: record.maxConcurrency,
      toleratedFailureCount: record.toleratedFailureCount ?? 0,
      toleratedFailurePercentage: record.toleratedFailurePercentage ?? 0,
      itemCounts: { ...record.itemCounts },
      executionCounts: { ...record.executionCounts },
      redriveCount: record.redriveCount,
      ...(record.redriveDate === undefined ? {} : { redriveDate: new Date(record.redriveDate) }),
    };
  }

  /** Newest first, as ListMapRuns answers. */
  async list(executionArn: string): Promise<Record<string, unknown>[]> {
    const records = [...this.#stored.values()].filter((record) => record.executionArn === executionArn);
    return records.reverse().map((record) => ({
      executionArn,
      mapRunArn: record.mapRunArn,
      stateMachineArn: `${record.stateMachineArn}/${record.label}`,
      startDate: new Date(record.startDate),
      ...(record.stopDate === undefined ? {} : { stopDate: new Date(record.stopDate) }),
    }));
  }

  async update(mapRunArn: string, change: Partial<MapRunSettings>): Promise<void> {
    this.#find(mapRunArn);
    const mapRun = this.#active.get(mapRunArn);
    if (!mapRun) {
      throw new AwsError('ValidationException', `Map Run ${mapRunArn} has ended; only a running one can be changed.`);
    }
    const given = Object.entries(change).filter(([, value]) => value !== undefined);
    Object.assign(mapRun.record, Object.fromEntries(given));
    this.#save(mapRun);
    mapRun.onUpdate();
  }

  /** What goes on is cut off here: it will be found as running, and so be ABORTED, when the process starts again. */
  close(): void {
    clearInterval(this.#timer);
    for (const mapRun of this.#active.values()) this.#save(mapRun);
    this.#closed = true;
    this.#records?.close();
  }

  get #stored(): DurableMap<MapRunRecord> {
    if (!this.#records) throw new Error('MapRunStore.load() has not been called');
    return this.#records;
  }

  #find(mapRunArn: string): MapRunRecord {
    const record = this.#active.get(mapRunArn)?.record ?? this.#stored.get(mapRunArn);
    if (!record) throw new AwsError('ResourceNotFound', `Resource not found: '${mapRunArn}'`);
    return record;
  }

  #activate(mapRun: MapRun): void {
    this.#active.set(mapRun.record.mapRunArn, mapRun);
    this.#save(mapRun);
    if (this.#active.size > 1) return;
    this.#timer = setInterval(() => {
      for (const active of this.#active.values()) this.#save(active);
    }, SAVE_EVERY_MS);
    this.#timer.unref();
  }

  #save({ record }: MapRun): void {
    if (!this.#closed) this.#stored.set(record.mapRunArn, structuredClone(record));
  }
}
