import { join } from 'node:path';
import { z } from 'zod';
import type { CloudContext } from '../../cloud-context.ts';
import type { Permission } from '../../service.ts';
import { DurableMap } from '../../store/durable-map.ts';
import { invalidRequest } from '../request.ts';

export const PRIMARY = 'primary';
export const ENGINE = 'Athena engine version 3';

export interface WorkGroupConfiguration {
  readonly EnforceWorkGroupConfiguration?: boolean;
  readonly BytesScannedCutoffPerQuery?: number;
  readonly PublishCloudWatchMetricsEnabled?: boolean;
  readonly RequesterPaysEnabled?: boolean;
  readonly ResultConfiguration?: { readonly OutputLocation?: string } & Readonly<Record<string, unknown>>;
  readonly EngineVersion?: { readonly SelectedEngineVersion?: string };
}

export interface WorkGroupRecord {
  readonly name: string;
  readonly state: 'ENABLED' | 'DISABLED';
  readonly description?: string;
  readonly configuration: WorkGroupConfiguration;
  readonly createdAt: number;
}

/** The account's workgroups, on disk. `primary` is always there. */
export class WorkGroups {
  readonly #records: DurableMap<WorkGroupRecord>;
  readonly #context: CloudContext;

  constructor(context: CloudContext) {
    this.#context = context;
    this.#records = new DurableMap(join(context.dataDir, 'athena', 'workgroups.jsonl'));
    if (!this.#records.has(PRIMARY)) {
      this.#records.set(PRIMARY, { name: PRIMARY, state: 'ENABLED', configuration: {}, createdAt: Date.now() });
    }
  }

  get(name: string): WorkGroupRecord {
    const found = this.#records.get(name);
    if (!found) throw invalidRequest(`WorkGroup ${name} is not found.`);
    return found;
  }

  has(name: string): boolean {
    return this.#records.has(name);
  }

  all(): WorkGroupRecord[] {
    return [...this.#records.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  put(record: WorkGroupRecord): void {
    this.#records.set(record.name, record);
  }

  delete(name: string): void {
    this.#records.delete(name);
  }

  /** What an action on a workgroup asks for. */
  permission(action: string, name: unknown = PRIMARY): Permission[] {
    const { region, accountId } = this.#context;
    return [
      { action: `athena:${action}`, resource: `arn:aws:athena:${region}:${accountId}:workgroup/${String(name)}` },
    ];
  }

  close(): void {
    this.#records.close();
  }
}

const SMALLEST_CUTOFF = 10_000_000;

export const configuration = z.looseObject({
  EnforceWorkGroupConfiguration: z.boolean().optional(),
  BytesScannedCutoffPerQuery: z.number().int().min(SMALLEST_CUTOFF).optional(),
  PublishCloudWatchMetricsEnabled: z.boolean().optional(),
  RequesterPaysEnabled: z.boolean().optional(),
  ResultConfiguration: z.looseObject({ OutputLocation: z.string().optional() }).optional(),
  EngineVersion: z.looseObject({ SelectedEngineVersion: z.string().optional() }).optional(),
});

export function checkLocation(location: string | undefined): void {
  if (location !== undefined && location !== '' && !/^s3:\/\/[^/]+(\/.*)?$/s.test(location)) {
    throw invalidRequest(`outputLocation is not a valid S3 path: ${location}`);
  }
}

export const engineVersion = (configuration: WorkGroupConfiguration) => ({
  SelectedEngineVersion: configuration.EngineVersion?.SelectedEngineVersion ?? 'AUTO',
  EffectiveEngineVersion: ENGINE,
});

export function describeWorkGroup(record: WorkGroupRecord) {
  return {
    Name: record.name,
    State: record.state,
    Description: record.description ?? '',
    CreationTime: new Date(record.createdAt),
    Configuration: {
      EnforceWorkGroupConfiguration: false,
      PublishCloudWatchMetricsEnabled: false,
      RequesterPaysEnabled: false,
      ResultConfiguration: {},
      ...record.configuration,
      EngineVersion: engineVersion(record.configuration),
    },
  };
}
