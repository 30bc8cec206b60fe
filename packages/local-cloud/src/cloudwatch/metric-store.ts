import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OWNER_FOLDER } from '../store/owner-only.ts';
import { appendWhole } from '../store/whole-append.ts';
import { type Measurement, type Metric, metricKey } from './metric.ts';

const DAY_MS = 86_400_000;
/** "CloudWatch retains metric data for 15 months (455 days)." */
const RETENTION_DAYS = 455;
const FLUSH_AFTER_MS = 500;
/** Different values in memory before they are written; a metric's equal values in one minute take one place. */
const MOST_PENDING = 10_000;

interface Pending {
  readonly measurement: Measurement;
  readonly counts: Map<number, number>;
}

/** One line of a day's file. */
interface Line {
  readonly n: string;
  readonly m: string;
  readonly d: Record<string, string>;
  readonly t: number;
  readonly u: string;
  readonly v?: [number, number][];
  readonly s?: Measurement['summary'];
}

/**
 * Metrics on disk, one append-only file a day (`2026-11-05.jsonl`, by the measurement's own time). What comes in is
 * added up by minute (or second) for a moment before it is written, so that memory and disk grow with the number of
 * different values, not with that of measurements.
 */
export class MetricStore {
  readonly #folder: string;
  /** Days whose file was written to since the start. */
  readonly #continued = new Set<string>();
  readonly #pending = new Map<string, Pending>();
  #pendingValues = 0;
  #timer: NodeJS.Timeout | undefined;

  readonly #report: (failure: string) => void;

  constructor(folder: string, report: (failure: string) => void) {
    this.#folder = folder;
    this.#report = report;
    mkdirSync(folder, { recursive: true, mode: OWNER_FOLDER });
    const oldest = dayOf(Date.now() - RETENTION_DAYS * DAY_MS);
    for (const day of this.#days()) if (day < oldest) rmSync(this.#path(day));
  }

  add(measurement: Measurement): void {
    const resolution = (measurement.resolution ?? 60) * 1000;
    const timestamp = Math.floor(measurement.timestamp / resolution) * resolution;
    const key = `${timestamp}${measurement.unit}${metricKey(measurement)}`;
    if (measurement.summary) {
      this.#write([{ ...measurement, timestamp }]);
      return;
    }
    let pending = this.#pending.get(key);
    if (!pending) {
      pending = { measurement: { ...measurement, timestamp }, counts: new Map() };
      this.#pending.set(key, pending);
    }
    for (const [value, count] of measurement.values) {
      if (!pending.counts.has(value)) this.#pendingValues += 1;
      pending.counts.set(value, (pending.counts.get(value) ?? 0) + count);
    }
    if (this.#pendingValues > MOST_PENDING) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), FLUSH_AFTER_MS);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const measurements = [...this.#pending.values()].map(({ measurement, counts }) => ({
      ...measurement,
      values: [...counts],
    }));
    this.#pending.clear();
    this.#pendingValues = 0;
    this.#write(measurements);
  }

  /** Every measurement in `[start, end)` of the metrics that `wanted` picks. */
  async *read(start: number, end: number, wanted: (metric: Metric) => boolean): AsyncGenerator<Measurement> {
    this.flush();
    for (const day of this.#days()) {
      if (day < dayOf(start) || day > dayOf(end)) continue;
      const text = await readFile(this.#path(day), 'utf8');
      for (const line of text.split('\n')) {
        const measurement = parseLine(line);
        if (!measurement || measurement.timestamp < start || measurement.timestamp >= end) continue;
        if (wanted(measurement)) yield measurement;
      }
    }
  }

  #write(measurements: readonly Measurement[]): void {
    const byDay = new Map<string, string>();
    for (const { namespace, name, dimensions, timestamp, unit, values, summary } of measurements) {
      const line = {
        n: namespace,
        m: name,
        d: dimensions,
        t: timestamp,
        u: unit,
        ...(summary ? { s: summary } : { v: values }),
      };
      const day = dayOf(timestamp);
      byDay.set(day, `${byDay.get(day) ?? ''}${JSON.stringify(line)}\n`);
    }
    for (const [day, text] of byDay) {
      // A SIGKILL may have cut the file's last line short; the first new one must not be joined to it.
      const separator = this.#continued.has(day) ? '' : '\n';
      this.#continued.add(day);
      try {
        appendWhole(this.#path(day), separator + text);
      } catch (error) {
        // A full disk must not end the local cloud.
        this.#report(`Metrics could not be written: ${(error as Error).message}`);
      }
    }
  }

  #days(): string[] {
    return readdirSync(this.#folder)
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => name.slice(0, -'.jsonl'.length))
      .sort();
  }

  #path(day: string): string {
    return join(this.#folder, `${day}.jsonl`);
  }
}

const dayOf = (timestamp: number): string => new Date(timestamp).toISOString().slice(0, 10);

/** A line that was cut short by a SIGKILL, or damaged, is left out. */
function parseLine(text: string): Measurement | undefined {
  try {
    const { n, m, d, t, u, v, s }: Line = JSON.parse(text);
    if (typeof n !== 'string' || typeof m !== 'string' || typeof d !== 'object' || d === null) return undefined;
    if (!Number.isFinite(t) || typeof u !== 'string' || !(Array.isArray(v) || s)) return undefined;
    return { namespace: n, name: m, dimensions: d, timestamp: t, unit: u, values: v ?? [], summary: s };
  } catch {
    return undefined;
  }
}
