import type { ConfigStore } from '../../client/configs/config-store.ts';
import type { Installation } from '../../client/connect/installation.ts';
import type { KeyStore } from '../../client/keys/key-store.ts';
import type { RunRows } from '../../client/rows/run-rows.ts';
import type { Tracing } from '../../client/traces/connect-traces.ts';
import type { TargetBindings } from '../../contracts/target-bindings.ts';

/** What handlers work with. */
export interface ApiDependencies {
  readonly keys: KeyStore;
  readonly configs: ConfigStore;
  readonly installation: Installation;
  readonly rows: RunRows;
  /** What whoever deploys has bound secrets, agents and tools to. */
  readonly bindings: TargetBindings;
  /** Traces, threads and monitors. */
  readonly traces: Tracing;
  /** The function that deletes runs, which takes longer than a request may. */
  readonly runRemoverFunction: string;
  /** The one that writes what people say of rows into the results table. */
  readonly rowMarkerFunction: string;
  /** The one that previews, imports and deletes datasets. */
  readonly datasetImporterFunction: string;
}
