import type { ConfigStore } from '../../client/configs/config-store.ts';
import type { Installation } from '../../client/connect/installation.ts';
import type { KeyStore } from '../../client/keys/key-store.ts';
import type { RunRows } from '../../client/rows/run-rows.ts';

/** What handlers work with. */
export interface ApiDependencies {
  readonly keys: KeyStore;
  readonly configs: ConfigStore;
  readonly installation: Installation;
  readonly rows: RunRows;
  /** The function that deletes runs, which takes longer than a request may. */
  readonly runRemoverFunctionArn: string;
}
