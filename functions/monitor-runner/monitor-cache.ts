import { listMonitors } from '../../client/monitors/monitor-store.ts';
import type { Tracing } from '../../client/traces/connect-traces.ts';
import type { StoredMonitor } from '../../contracts/monitor.ts';

/** How late a monitor that was set up or changed may be seen. */
const FRESH_MS = 2_000;

/** The enabled monitors of each tenant, as they were a moment ago. */
export class MonitorCache {
  readonly #tracing: Tracing;
  readonly #read = new Map<string, { readonly at: number; readonly monitors: Promise<StoredMonitor[]> }>();

  constructor(tracing: Tracing) {
    this.#tracing = tracing;
  }

  async enabledOf(tenant: string): Promise<StoredMonitor[]> {
    const known = this.#read.get(tenant);
    if (known && Date.now() - known.at < FRESH_MS) return known.monitors;
    const monitors = this.#look(tenant);
    this.#read.set(tenant, { at: Date.now(), monitors });
    monitors.catch(() => this.#read.delete(tenant));
    return monitors;
  }

  async #look(tenant: string): Promise<StoredMonitor[]> {
    return (await listMonitors(tenant, this.#tracing)).filter(({ monitor }) => monitor.enabled);
  }
}
